/**
 * The one way in which a form takes effect: once, however often it arrives (idempotent.server.ts), then a
 * redirect to what it did, or the form again (answered.server.ts) with what was typed and why not. 422 and 409 come
 * from the refusals of the action, 503 when the ERP is unavailable, 409 when the answer was lost.
 */
import { data } from '~/base/framework/server';
import type { PageRequest } from '~/base/page/page';
import { idempotencyKeyOf, idempotent, type Act, type Idempotent } from './idempotent.server';
import { findFormKey } from './form-uuid.server';

/** What is wrong with a form, in the customer's language. */
export interface Wrong {
  general?: readonly string[];
  /** Texts by field name. */
  fields?: Readonly<Record<string, string>>;
}
export interface Refused extends Wrong {
  status: 403 | 409 | 422;
}

interface Ends<R extends { kind: string }, Answer> {
  /** Where it leads, or what its own page says of it; `result` is what the action had remembered. */
  done: (result: string) => Response | NoInfer<Answer> | Promise<Response | NoInfer<Answer>>;
  refused: (refusal: R) => Refused | Response;
  /** The form as it was typed, with what is wrong. */
  answer: (wrong: Wrong) => Answer;
  /** For an ERP that surely did nothing; by default that it is unavailable. */
  unavailable?: string;
  /** For an answer that was lost; by default that the customer should look first. */
  inDoubt?: string;
}

/** The key of what a posted form asks for: the form's own and its fields. Null where its own did not come with it. */
export function keyOf(form: URLSearchParams, file: { size: number } | null = null): string | null {
  const formKey = findFormKey(form);
  return formKey === null ? null : idempotencyKeyOf(formKey, form, file);
}

/** The text of a refusal about the form as a whole. */
export const about = (status: Refused['status'], ...general: string[]): Refused => ({
  status,
  general,
});

/** What a form is answered with: throws the redirect of what was done, returns its page otherwise. */
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
  /** Of the form (`keyOf`), or of what it says where it has none; null: the form comes back, to be sent again. */
  key: string | null;
  act: Act<R>;
}

/** Carries out a form once, and answers it. */
export const submit = async <R extends { kind: string }, Answer>(
  page: Pick<PageRequest, 'context' | 't'>,
  { key, act, ...ends }: Submission<R, Answer>,
) => {
  if (key !== null) return finish(page, await idempotent<R>(page, key, act), ends);
  return data(ends.answer({ general: [page.t('common:form.incomplete')] }), { status: 422 });
};
