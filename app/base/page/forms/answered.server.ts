/**
 * Sends the answer to a posted form: it stores the answer, then redirects with 303 to the page's own address, which
 * shows it. This applies to documents that a browser posts, for customers and guests. Scripts and browsers without
 * cookies receive the answer directly.
 *
 * The redirect's `Form-Answer` header carries the status of the answer for log, metrics and tests.
 */
import { redirect } from '~/base/framework/server';
import { z } from 'zod';
import type { NoticeMessage } from '../notice';
import type { PageRequest } from '../page';
import { reportFault } from '../report-fault.server';
import { isInDoubt, isUpstreamFailure } from '~/base/kernel/failure';
import { loadOptionalBlock } from '../optional';
import { answerIdOf, withAnswer } from './answer-address';
import {
  forgetVisitorsAnswer,
  recordUnstoredAnswer,
  storeAnswer,
  type StoredAnswer,
} from './stored-answers.server';
import { redirectWithNotice } from './notices.server';
import { nothingTyped, type PostedCopy, type Typed } from './posted-copy.server';

type Page = Pick<PageRequest, 'context' | 'request' | 'url'>;

/** Browsers that navigate send `Accept: text/html`; programs and images do not. */
export const asksForPage = ({ headers }: Request): boolean =>
  /\btext\/html\b/i.test(headers.get('accept') ?? '');

const isShownLater = ({ request }: Page): boolean =>
  request.method === 'POST' && asksForPage(request);

/** Stores the answer and returns its id; null when it cannot be stored, also because the store is unavailable. */
async function storeOrNull(
  { context, request }: Page,
  answer: StoredAnswer,
): Promise<string | null> {
  try {
    return await storeAnswer({ context, request }, answer);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    context.log.warn(
      { event: 'answer.not_kept', operation: error.operation, reason: error.reason },
      'what a form is answered with is not kept: it is answered at once',
    );
    return null;
  }
}

async function redirectTo(
  page: Page,
  answer: StoredAnswer,
  status: number,
  address?: string,
): Promise<Response | null> {
  const { context } = page;
  const url = address === undefined ? page.url : new URL(address, page.url);
  const id = await storeOrNull(page, answer);
  if (id === null) {
    const isWhole = answer.kind !== 'failed' || !answer.passwordMissing;
    if (isWhole) recordUnstoredAnswer(context, answer);
    return null;
  }
  return redirect(withAnswer(url, id), {
    status: 303,
    headers: { 'Form-Answer': String(status) },
  });
}

/**
 * Redirects with 303 to a page of this site. Its questions (`ask`) are stored as the answer to the form, so that they
 * stay after a reload (`askedIn`). If they cannot be stored, they are shown once.
 */
export async function redirectWithQuestion(
  page: Page,
  to: string,
  { notices, ask = [] }: { notices: readonly NoticeMessage[]; ask?: readonly NoticeMessage[] },
): Promise<Response> {
  if (ask.length === 0) return redirectWithNotice(page, to, notices);
  const url = new URL(to, page.url);
  const data = { kind: 'asked', ask };
  const answer = { kind: 'form', path: url.pathname, status: 200, data } as const;
  const id = await storeOrNull(page, answer);
  return id === null
    ? redirectWithNotice(page, to, [...notices, ...ask])
    : redirectWithNotice(page, withAnswer(url, id), notices);
}

interface Returned {
  data: unknown;
  status: number;
  /** Another address of the same page, to which the redirect leads. */
  address?: string | undefined;
}

/** Schema of the result of Remix's `data`, which exports no type guard for it. */
const WithInit = z.object({
  type: z.literal('DataWithResponseInit'),
  data: z.unknown(),
  init: z
    .object({
      status: z.number().optional(),
      headers: z.object({ Location: z.string().optional() }).optional(),
    })
    .nullish(),
});

/** The data with which an action answers its page; null for a redirect or a file. */
function readActionData(result: unknown): Returned | null {
  if (result instanceof Response || result === null || result === undefined) return null;
  const made = WithInit.safeParse(result);
  if (made.success) {
    const { data, init } = made.data;
    return { data, status: init?.status ?? 200, address: init?.headers?.Location };
  }
  return { data: result, status: 200 };
}

/** True for statuses of requests that no form of the shop sends. Their response is sent directly. */
const isForeign = (status: number): boolean => status === 400 || status === 405;

interface Fault {
  thrown: unknown;
  posted: PostedCopy | null;
  inDoubt: boolean;
}

type Failed = Extract<StoredAnswer, { kind: 'failed' }>;

/** The stored answer of a form that failed; null for a redirect and for requests that no form of the shop sends. */
async function buildFailedAnswer(
  { context, url }: Page,
  { thrown, inDoubt }: Fault,
  { fields, fileMissing, whole }: Typed,
): Promise<Failed | null> {
  const status = thrown instanceof Response ? thrown.status : 500;
  if (status < 400 || isForeign(status)) return null;
  return {
    kind: 'failed',
    path: url.pathname,
    status,
    inDoubt,
    reference: context.requestId,
    service: thrown instanceof Response && status === 503 ? await thrown.clone().text() : '',
    action: url.pathname + url.search,
    fields,
    fileMissing,
    passwordMissing: !whole && !fileMissing,
  };
}

const typedIn = async (posted: PostedCopy | null): Promise<Typed> =>
  (await posted?.typed()) ?? nothingTyped;

async function faultRedirect(page: Page, fault: Fault): Promise<Response | null> {
  const { context, request } = page;
  if (request.signal.aborted) return null;
  const answer = await buildFailedAnswer(page, fault, await typedIn(fault.posted));
  const shown = answer && (await redirectTo(page, answer, answer.status));
  if (shown && !(fault.thrown instanceof Response)) reportFault(context, request, fault.thrown);
  return shown;
}

/** After a form has succeeded, deletes the guest's earlier answer to it. */
async function forgetAnswerWhenDone(page: Page, result: unknown): Promise<void> {
  const id = answerIdOf(new URL(page.request.url));
  const isDone = result instanceof Response && result.status >= 300 && result.status < 400;
  if (isDone && id !== null)
    await loadOptionalBlock(page, 'answer', () => forgetVisitorsAnswer(page, id));
}

/**
 * Runs a loader or action. For a posted form, stores the answer and throws the redirect to the page that shows it.
 * `translate` turns a fault into a response.
 */
export async function redirectToStoredAnswer<R>(
  page: Page,
  posted: PostedCopy | null,
  serve: () => Promise<R>,
  translate: (error: unknown) => unknown,
): Promise<R> {
  if (!isShownLater(page))
    return serve().catch(async (error: unknown) => {
      throw await translate(error);
    });
  let result: R;
  try {
    result = await serve();
  } catch (error) {
    const thrown = await translate(error);
    await forgetAnswerWhenDone(page, thrown);
    throw (await faultRedirect(page, { thrown, posted, inDoubt: isInDoubt(error) })) ?? thrown;
  }
  const answer = readActionData(result);
  if (answer === null) {
    await forgetAnswerWhenDone(page, result);
    return result;
  }
  const { data, status, address } = answer;
  const { pathname: path } = page.url;
  const shown = await redirectTo(page, { kind: 'form', path, status, data }, status, address);
  if (shown) throw shown;
  return result;
}
