/**
 * Answers to posted forms, each waiting for the page that a redirect leads to: a page that
 * answered the post itself would stand in the history as a post, and Back to it or a reload of it would show
 * the browser's question whether to send everything again.
 *
 * Sealed like every document of the store, under its customer, or the number of a visitor's browser
 * (visit.server.ts), and an id that cannot be guessed, for half an hour. Bounded for each of them in count and bytes,
 * the oldest go first, and for the instance as a whole, where strangers take nothing from customers;
 * what does not fit is answered at once, as a post.
 */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import type { AppContext } from '../../../../server/context';
import { isLocale } from '~/base/i18n/locales';
import { optional, valueOr } from '../optional';
import { ownerHash } from '../owner-hash.server';
import type { PageRequest } from '../page';
import { answerIdOf } from './answer-address';
import { keepsCookies, keepVisit, visitOf, type Visit } from './visit.server';

const Fields = z.array(z.tuple([z.string(), z.string()]));

const StoredAnswer = z.discriminatedUnion('kind', [
  /** What the action has returned, for the page's own component. */
  z.object({
    kind: z.literal('form'),
    path: z.string(),
    /** Absent in answers of an earlier release. */
    status: z.number().optional(),
    data: z.unknown(),
  }),
  /** The form could not be carried out, and its page does not know why. */
  z.object({
    kind: z.literal('failed'),
    path: z.string(),
    status: z.number(),
    /** As of the error page (app/storefront/layout/error-page.tsx); '' for none. */
    service: z.string(),
    /** Of the request that failed. */
    reference: z.string(),
    /** Path and query that it was posted to. */
    action: z.string(),
    fields: Fields,
    /** A file was chosen, which is not kept. */
    fileMissing: z.boolean(),
    /** A password was typed, which is not kept: as it is the form cannot be sent again. */
    passwordMissing: z.boolean().optional(),
    /** It may have been done all the same: only the very same form may be sent again. */
    inDoubt: z.boolean(),
  }),
]);
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Which answers of one reader are kept, the oldest first. */
const Shelf = z.array(z.object({ id: z.string(), bytes: z.number(), until: z.number() }));
type Shelf = z.infer<typeof Shelf>;

const ttlSeconds = 30 * 60;
const most = { answers: 16, bytesOfAll: 512 * 1024 };
/**
 * `ofInstance` is in half an hour. A quick order of 200 lines with their products takes some 20 kB, packed. Ten forms a
 * minute of one address (server/http/limits/rate-rules.ts) do not fill what visitors may.
 */
const limits = {
  customer: { bytesOfOne: 128 * 1024, ofInstance: 64 * 1024 * 1024 },
  visitor: { bytesOfOne: 32 * 1024, ofInstance: 16 * 1024 * 1024 },
};
/** Most are a few hundred bytes; nothing of ours inflates to more than this. */
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

/** Whether the instance may keep so many bytes more. */
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

/** Whom a new answer is kept for; null: nobody could read it, the browser keeps no cookies. */
function ownerOf(page: LoadContext): { reader: Reader; owner: string } | null {
  const { session } = page.context;
  if (session.kind === 'customer')
    return { reader: 'customer', owner: ownerHash(session.customer.owner) };
  return keepsCookies(page) ? { reader: 'visitor', owner: ownerOfVisit(keepVisit(page)) } : null;
}

/** Whose answers may be read: the customer's, and of this browser those from before the sign-in. */
function ownersOf(page: LoadContext): string[] {
  const { session } = page.context;
  const visit = visitOf(page);
  return [
    ...(session.kind === 'customer' ? [ownerHash(session.customer.owner)] : []),
    ...(visit === null ? [] : [ownerOfVisit(visit)]),
  ];
}
const keyOf = (owner: string, id: string): string => `answer:${owner}:${id}`;

/** The answers that stay beside a new one, and those that make room for it. */
function shelved(shelf: Shelf, added: Shelf[number], now: number): { stay: Shelf; go: Shelf } {
  const stay = [...shelf.filter(({ until }) => until > now), added];
  const go: Shelf = [];
  const tooMuch = (): boolean =>
    stay.length > most.answers || stay.reduce((sum, { bytes }) => sum + bytes, 0) > most.bytesOfAll;
  while (tooMuch()) go.push(...stay.splice(0, 1));
  return { stay, go };
}

/** Enters an answer; false when other requests of the same reader always came first. */
async function enter(store: Store, owner: string, added: Shelf[number], now: number) {
  const key = `answers:${owner}`;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const found = await store.read(key);
    const shelf = found ? Shelf.parse(JSON.parse(found.value)) : [];
    const { stay, go } = shelved(shelf, added, now);
    const version = found?.version ?? null;
    if (!(await store.write(key, JSON.stringify(stay), { version, ttlSeconds }))) continue;
    for (const { id } of go) await store.delete(keyOf(owner, id));
    return true;
  }
  return false;
}

/** The id under which it can be read again; null: not kept (no cookies, too large, too many at once). */
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

/** The path below its locale: in another language it is the same page (I18N-02). */
const belowLocale = (path: string): string => {
  const [, prefix = '', ...below] = path.split('/');
  return isLocale(prefix) ? `:locale/${below.join('/')}` : path;
};

const Wordless = z.object({ kind: z.enum(['quick-order', 'sheet-answer']) });
/** The two shapes in which the fields of a form come back (ui/form/answers.ts), as typed and without their sentences. */
const TypedOnly = z.union([
  z
    .object({ kind: z.literal('form-answer'), typed: z.record(z.string(), z.string()) })
    .transform((answer) => ({ ...answer, faults: {}, general: [] })),
  z.object({ initialValue: z.record(z.string(), z.unknown()) }),
]);

/**
 * An answer as the same page in another language shows it: what was typed and codes of faults, no sentence of the first
 * one. Null: nothing of it can be shown there.
 */
export function inEveryLanguage(answer: StoredAnswer): StoredAnswer | null {
  if (answer.kind === 'failed') return null;
  if (Wordless.safeParse(answer.data).success) return answer;
  const typed = TypedOnly.safeParse(answer.data);
  return typed.success ? { ...answer, status: 200, data: typed.data } : null;
}

const unkept = new WeakMap<AppContext, StoredAnswer>();

/** The answer to this request's form could not be stored: it is sent in the response itself. */
export const leaveUnkept = (context: AppContext, answer: StoredAnswer) =>
  unkept.set(context, answer);

export const unkeptAnswer = (context: AppContext): StoredAnswer | null =>
  unkept.get(context) ?? null;

/** What the action has returned that this visit of the page shows; null for a visit that shows no answer. */
export async function shownData(page: PageRequest): Promise<unknown> {
  const { context, request, url } = page;
  const id = answerIdOf(new URL(request.url));
  const stored = async () => {
    if (id === null || request.method !== 'GET') return null;
    return valueOr(await optional(page, 'answer', () => findAnswer(page, id, url.pathname)), null);
  };
  const answer = unkeptAnswer(context) ?? (await stored());
  return answer?.kind === 'form' ? answer.data : null;
}

/**
 * What a visitor's form had been answered with before it was done: Back shows the page as it was at first, to whoever
 * sits at this browser by then.
 */
export async function forgetVisitorsAnswer(page: LoadContext, id: string): Promise<void> {
  const visit = visitOf(page);
  if (visit !== null) await page.context.keyValueStore.delete(keyOf(ownerOfVisit(visit), id));
}

/** The answer of this reader for the page at `path`, in whichever language; null when it is unknown, expired, or another's. */
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
