/**
 * Carries out a form once, however often it arrives (idempotent.server.ts). It then redirects to the result, or returns
 * the form (answered.server.ts) with its input and the reason. The refusals of the action give 422 and 409, an
 * unavailable ERP 503, a lost response 409.
 */
import { data } from '~/base/framework/server';
import type { PageRequest } from '~/base/page/page';
import { idempotencyKeyOf, idempotent, type Act, type Idempotent } from './idempotent.server';
import { findFormKey } from './form-uuid.server';

/** The faults of a form, in the customer's language. */
export interface Wrong {
  general?: readonly string[];
  /** Texts by field name. */
  fields?: Readonly<Record<string, string>>;
}
export interface Refused extends Wrong {
  status: 403 | 409 | 422;
}

interface Ends<R extends { kind: string }, Answer> {
  /** The redirect, or the answer for the form's own page; `result` is the text that the action stored. */
  done: (result: string) => Response | NoInfer<Answer> | Promise<Response | NoInfer<Answer>>;
  refused: (refusal: R) => Refused | Response;
  /** The form with its input and the faults. */
  answer: (wrong: Wrong) => Answer;
  /** Message when the ERP certainly did nothing; by default that it is unavailable. */
  unavailable?: string;
  /** Message when the response was lost; by default that the customer should check first. */
  inDoubt?: string;
}

/** The idempotency key of a posted form, from its form key and its fields. Null when the form key is missing. */
export function keyOf(form: URLSearchParams, file: { size: number } | null = null): string | null {
  const formKey = findFormKey(form);
  return formKey === null ? null : idempotencyKeyOf(formKey, form, file);
}

/** A refusal of the form as a whole, with its messages. */
export const about = (status: Refused['status'], ...general: string[]): Refused => ({
  status,
  general,
});

/** Responds to a form: throws the redirect of a success, otherwise returns the data for its page. */
export async function finish<R extends { kind: string }, Answer>(
  page: Pick<PageRequest, 't'>,
  outcome: Idempotent<R>,
  ends: Ends<R, Answer>,
) {
  const { t } = page;
  const { done, refused, answer } = ends;
  const again = (status: number, wrong: Wrong) => data(answer(wrong), { status });
  switch (outcome.kind) {
    case 'done': {
      const end = await done(outcome.result);
      if (end instanceof Response) throw end;
      return data(end, { status: 200 });
    }
    case 'refused': {
      const end = refused(outcome.refusal);
      if (end instanceof Response) throw end;
      const { status, ...wrong } = end;
      return again(status, wrong);
    }
    case 'unavailable':
      return again(503, { general: [ends.unavailable ?? t('common:form.unavailable')] });
    case 'in-doubt':
      return again(409, { general: [ends.inDoubt ?? t('common:form.inDoubt')] });
  }
}

interface Submission<R extends { kind: string }, Answer> extends Ends<R, Answer> {
  /** Key of the form (`keyOf`), or of its content when it has no form key. Null returns the form, to be sent again. */
  key: string | null;
  act: Act<R>;
}

/** Carries out a form once and responds to it. */
export const submit = async <R extends { kind: string }, Answer>(
  page: Pick<PageRequest, 'context' | 't'>,
  { key, act, ...ends }: Submission<R, Answer>,
) => {
  if (key !== null) return finish(page, await idempotent<R>(page, key, act), ends);
  return data(ends.answer({ general: [page.t('common:form.incomplete')] }), { status: 422 });
};
