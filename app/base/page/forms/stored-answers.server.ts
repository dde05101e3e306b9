/**
 * Stores answers to posted forms for the page that the redirect leads to. A page that answered the post itself would be
 * a post in the browser history: Back or reload would ask whether to send everything again.
 *
 * Answers are encrypted like every document of the store, for half an hour, under an unguessable id and the customer or
 * the number of a guest's browser (visit.server.ts). Their number and bytes are limited per customer or guest, and the
 * oldest are deleted first. There is also a limit per instance, in which guests take no room from customers. An answer
 * that does not fit is sent directly, as the response to the post.
 */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import type { AppContext } from '../../../../server/context';
import { isLocale } from '~/base/i18n/locales';
import { loadOptionalBlock, valueOr } from '../optional';
import { ownerHash } from '../owner-hash.server';
import type { PageRequest } from '../page';
import { answerIdOf } from './answer-address';
import { keepsCookies, extendVisit, visitOf, type Visit } from './visit.server';

const Fields = z.array(z.tuple([z.string(), z.string()]));

const StoredAnswer = z.discriminatedUnion('kind', [
  /** What the action returned, for the page's own component. */
  z.object({
    kind: z.literal('form'),
    path: z.string(),
    /** HTTP status of the answer; answers stored by an earlier release lack it. */
    status: z.number().optional(),
    data: z.unknown(),
  }),
  /** The form could not be carried out, and its page's action cannot explain why. */
  z.object({
    kind: z.literal('failed'),
    path: z.string(),
    status: z.number(),
    /** Name of the unavailable service for the error page (app/storefront/layout/error-page.tsx); '' for none. */
    service: z.string(),
    /** Reference of the request that failed. */
    reference: z.string(),
    /** Path and query that the form was posted to. */
    action: z.string(),
    fields: Fields,
    /** A file was chosen, which is not stored. */
    fileMissing: z.boolean(),
    /** A password was entered, which is not stored: the form cannot be sent again as it is. */
    passwordMissing: z.boolean().optional(),
    /** The form may have taken effect: only the identical form may be sent again. */
    inDoubt: z.boolean(),
  }),
]);
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Schema of the list of stored answers of one customer or guest, oldest first. */
const Shelf = z.array(z.object({ id: z.string(), bytes: z.number(), until: z.number() }));
type Shelf = z.infer<typeof Shelf>;

const ttlSeconds = 30 * 60;
const most = { answers: 16, bytesOfAll: 512 * 1024 };
/**
 * Limits in bytes; `ofInstance` applies to half an hour. A quick order of 200 lines with their products takes some 20
 * kB, compressed. Ten forms a minute from one address (server/http/limits/rate-rules.ts) cannot fill the guests' share.
 */
const limits = {
  customer: { bytesOfOne: 128 * 1024, ofInstance: 64 * 1024 * 1024 },
  visitor: { bytesOfOne: 32 * 1024, ofInstance: 16 * 1024 * 1024 },
};
/**
 * Maximum decompressed size in bytes. Most answers have a few hundred bytes, and the shop stores none that is larger.
 */
const mostInflated = 8 * 1024 * 1024;
const tries = 8;

const pack = promisify(deflate);
const unpack = promisify(inflate) as (
  data: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

type LoadContext = Visit & {
  context: Pick<AppContext, 'clock' | 'keyValueStore' | 'session'>;
};
type Store = AppContext['keyValueStore'];
type Reader = keyof typeof limits;

type Written = Partial<Record<Reader, { startedAt: number; bytes: number }>>;
const written = new WeakMap<Store, Written>();

/** Whether the instance may store this many more bytes. */
function fits(store: Store, reader: Reader, now: number, bytes: number): boolean {
  const windows = written.get(store) ?? {};
  const known = windows[reader];
  const fresh = known && Math.abs(now - known.startedAt) < ttlSeconds * 1000;
  const window = fresh ? known : { startedAt: now, bytes: 0 };
  const { bytesOfOne, ofInstance } = limits[reader];
  if (bytes > bytesOfOne || window.bytes + bytes > ofInstance) return false;
  window.bytes += bytes;
  written.set(store, { ...windows, [reader]: window });
  return true;
}

const ownerOfVisit = (visit: string): string => ownerHash(`visit ${visit}`);

/** Owner of a new answer; null when nobody could read it, because the browser rejects cookies. */
function ownerOf(page: LoadContext): { reader: Reader; owner: string } | null {
  const { session } = page.context;
  if (session.kind === 'customer')
    return { reader: 'customer', owner: ownerHash(session.customer.owner) };
  return keepsCookies(page) ? { reader: 'visitor', owner: ownerOfVisit(extendVisit(page)) } : null;
}

/** Owners whose answers this request may read: the customer, and this browser before the sign-in. */
function ownersOf(page: LoadContext): string[] {
  const { session } = page.context;
  const visit = visitOf(page);
  return [
    ...(session.kind === 'customer' ? [ownerHash(session.customer.owner)] : []),
    ...(visit === null ? [] : [ownerOfVisit(visit)]),
  ];
}
const keyOf = (owner: string, id: string): string => `answer:${owner}:${id}`;

/** Which answers stay beside a new one, and which are deleted to make room. */
function makeRoom(shelf: Shelf, added: Shelf[number], now: number): { stay: Shelf; go: Shelf } {
  const stay = [...shelf.filter(({ until }) => until > now), added];
  const go: Shelf = [];
  const tooMuch = (): boolean =>
    stay.length > most.answers || stay.reduce((sum, { bytes }) => sum + bytes, 0) > most.bytesOfAll;
  while (tooMuch()) go.push(...stay.splice(0, 1));
  return { stay, go };
}

/** Adds an answer to the list of its customer or guest; false when concurrent writes made every attempt fail. */
async function enter(store: Store, owner: string, added: Shelf[number], now: number) {
  const key = `answers:${owner}`;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const found = await store.read(key);
    const shelf = found ? Shelf.parse(JSON.parse(found.value)) : [];
    const { stay, go } = makeRoom(shelf, added, now);
    const version = found?.version ?? null;
    if (!(await store.write(key, JSON.stringify(stay), { version, ttlSeconds }))) continue;
    for (const { id } of go) await store.delete(keyOf(owner, id));
    return true;
  }
  return false;
}

/** Stores an answer and returns its id; null when not stored (no cookies, too large, or too many at once). */
export async function storeAnswer(page: LoadContext, answer: StoredAnswer): Promise<string | null> {
  const kept = ownerOf(page);
  if (kept === null) return null;
  const { owner, reader } = kept;
  const { clock, keyValueStore } = page.context;
  const text = JSON.stringify(answer);
  if (text.length > mostInflated / 4) return null;
  const packed = (await pack(text)).toString('base64');
  const now = clock.now().getTime();
  const bytes = packed.length;
  if (!fits(keyValueStore, reader, now, bytes)) return null;
  const id = randomBytes(16).toString('base64url');
  const added = { id, bytes, until: now + ttlSeconds * 1000 };
  if (!(await enter(keyValueStore, owner, added, now))) return null;
  await keyValueStore.write(keyOf(owner, id), packed, { version: null, ttlSeconds });
  return id;
}

/** The path without its locale, which identifies the page in every language (I18N-02). */
const belowLocale = (path: string): string => {
  const [, prefix = '', ...below] = path.split('/');
  return isLocale(prefix) ? `:locale/${below.join('/')}` : path;
};

/** Answers with codes instead of sentences, except for their questions (`ask`). */
const Wordless = z
  .looseObject({ kind: z.enum(['quick-order', 'sheet-answer']) })
  .transform(({ ask: _ask, ...answer }) => answer);
/**
 * The two shapes of rejected forms (ui/form/answers.ts): the schema keeps the form input and drops the error messages.
 */
const TypedOnly = z.union([
  z
    .object({ kind: z.literal('form-answer'), typed: z.record(z.string(), z.string()) })
    .transform((answer) => ({ ...answer, faults: {}, general: [] })),
  z.object({ initialValue: z.record(z.string(), z.unknown()) }),
]);

/**
 * Converts a stored answer for the same page in another language: it keeps form input and fault codes, and drops
 * sentences of the first language. Null when nothing remains to be shown.
 */
export function inEveryLanguage(answer: StoredAnswer): StoredAnswer | null {
  if (answer.kind === 'failed') return null;
  const wordless = Wordless.safeParse(answer.data);
  if (wordless.success) return { ...answer, data: wordless.data };
  const typed = TypedOnly.safeParse(answer.data);
  return typed.success ? { ...answer, status: 200, data: typed.data } : null;
}

const unkept = new WeakMap<AppContext, StoredAnswer>();

/** Records that the answer could not be stored: the response itself contains it. */
export const recordUnstoredAnswer = (context: AppContext, answer: StoredAnswer) =>
  unkept.set(context, answer);

export const unkeptAnswer = (context: AppContext): StoredAnswer | null =>
  unkept.get(context) ?? null;

/** The action data from the stored answer that the address of this page requests; null without an answer. */
export async function shownData(page: PageRequest): Promise<unknown> {
  const { context, request, url } = page;
  const id = answerIdOf(new URL(request.url));
  const stored = async () => {
    if (id === null || request.method !== 'GET') return null;
    return valueOr(
      await loadOptionalBlock(page, 'answer', () => findAnswer(page, id, url.pathname)),
      null,
    );
  };
  const answer = unkeptAnswer(context) ?? (await stored());
  return answer?.kind === 'form' ? answer.data : null;
}

/**
 * Deletes the answer to a guest's form once the form has succeeded: the next person who uses this browser and goes back
 * sees the empty form.
 */
export async function forgetVisitorsAnswer(page: LoadContext, id: string): Promise<void> {
  const visit = visitOf(page);
  if (visit !== null) await page.context.keyValueStore.delete(keyOf(ownerOfVisit(visit), id));
}

/**
 * Finds the stored answer of this customer or guest for the page at `path`, in any language. Null when it is unknown,
 * expired, or belongs to somebody else.
 */
export async function findAnswer(
  page: LoadContext,
  id: string,
  path: string,
): Promise<StoredAnswer | null> {
  if (!/^[\w-]{22}$/.test(id)) return null;
  let found: { value: string } | null = null;
  for (const owner of ownersOf(page))
    found ??= await page.context.keyValueStore.read(keyOf(owner, id));
  if (!found) return null;
  const text = await unpack(Buffer.from(found.value, 'base64'), {
    maxOutputLength: mostInflated,
  });
  const answer = StoredAnswer.parse(JSON.parse(text.toString()));
  if (answer.path === path) return answer;
  return belowLocale(answer.path) === belowLocale(path) ? inEveryLanguage(answer) : null;
}
