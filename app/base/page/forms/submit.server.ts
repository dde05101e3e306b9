/**
 * Carries out a posted form once, however often the request arrives (idempotent.server.ts). It then redirects to the
 * result, or returns the form (answered.server.ts) with its input and the reason. A refusal by the action gives 422 or
 * 409, an unavailable ERP 503, a lost response 409.
 */
import { data } from '~/base/framework/server';
import type { NoticeMessage } from '~/base/page/notice';
import type { PageRequest } from '~/base/page/page';
import { idempotencyKeyOf, runOnce, type Act, type Idempotent } from './idempotent.server';
import { findFormKey } from './form-uuid.server';

/** Why a form was rejected, in the customer's language. */
export interface Wrong {
  general?: readonly string[];
  /** Error messages by field name. */
  fields?: Readonly<Record<string, string>>;
  /** Questions whose buttons post the form again (`askedIn`). */
  ask?: readonly NoticeMessage[];
}
export interface Refused extends Wrong {
  status: 403 | 409 | 422;
}

interface Ends<R extends { kind: string }, Answer> {
  /**
   * Builds the response to a form that has taken effect, now or in an earlier request: a redirect, or data for the
   * form's page. `result` is the text that the action stored.
   */
  done: (result: string) => Response | NoInfer<Answer> | Promise<Response | NoInfer<Answer>>;
  refused: (refusal: R) => Refused | Response;
  /** Builds the data for the form's page when the form is rejected: its input and the error messages. */
  answer: (wrong: Wrong) => Answer;
  /** Message when the ERP is unavailable and has certainly changed nothing; default: that it is unavailable. */
  unavailable?: string;
  /** Message when the ERP's response was lost; default: that the customer should check first. */
  inDoubt?: string;
}

/**
 * The idempotency key of a posted form, from its hidden form key and its field values. Null when the hidden form key is
 * missing.
 */
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
export async function respondToForm<R extends { kind: string }, Answer>(
  page: Pick<PageRequest, 't'>,
  outcome: Idempotent<R>,
  ends: Ends<R, Answer>,
) {
  const { t } = page;
  const { done, refused, answer } = ends;
  const again = (status: number, { ask, ...wrong }: Wrong) =>
    data({ ...answer(wrong), ...(ask && { ask }) }, { status });
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
  /**
   * Key of the form (`keyOf`), or of its content when it has no form key. Null: the form is not carried out and
   * returned as incomplete.
   */
  key: string | null;
  act: Act<R>;
}

/** Carries out a form once and responds to it. */
export const submitForm = async <R extends { kind: string }, Answer>(
  page: Pick<PageRequest, 'context' | 't'>,
  { key, act, ...ends }: Submission<R, Answer>,
) => {
  if (key !== null) return respondToForm(page, await runOnce<R>(page, key, act), ends);
  return data(ends.answer({ general: [page.t('common:form.incomplete')] }), { status: 422 });
};
