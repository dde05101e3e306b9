/**
 * Answers to posted forms, each waiting for the page that a redirect leads to (docs/decisions/101): a page that
 * answered the post itself would stand in the history as a post, and Back to it or a reload of it would show
 * the browser's question whether to send everything again.
 *
 * Sealed like every document of the store, under its customer and an id that cannot be guessed, for half an
 * hour. Bounded for each customer in count and bytes, the oldest go first, and for the instance as a whole;
 * what does not fit is answered at once, as a post.
 */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import type { AppContext } from '../../../server/context';
import { isLocale } from '~/i18n/locales';
import { optional, valueOr } from '../optional';
import { ownerHash } from '../owner-hash.server';
import type { PageRequest } from '../page';
import { answerIdOf } from './answer-address';

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
    /** As of the error page (features/layout/error-page.tsx); '' for none. */
    service: z.string(),
    /** Of the request that failed. */
    reference: z.string(),
    /** Path and query that it was posted to. */
    action: z.string(),
    fields: Fields,
    /** A file was chosen, which is not kept. */
    fileMissing: z.boolean(),
    /** It may have been done all the same: only the very same form may be sent again. */
    inDoubt: z.boolean(),
  }),
  /** The file was above the limit, `mb`. */
  z.object({ kind: z.literal('oversized'), path: z.string(), mb: z.number(), fields: Fields }),
]);
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Which answers of a customer are kept, the oldest first. */
const Shelf = z.array(z.object({ id: z.string(), bytes: z.number(), until: z.number() }));
type Shelf = z.infer<typeof Shelf>;

const ttlSeconds = 30 * 60;
/** A quick order of 200 lines with their products takes some 20 kB, packed. */
const most = { answers: 16, bytesOfOne: 128 * 1024, bytesOfAll: 512 * 1024 };
/** Of one instance in half an hour. */
const mostOfInstance = 64 * 1024 * 1024;
/** Most are a few hundred bytes; nothing of ours inflates to more than this. */
const mostInflated = 8 * 1024 * 1024;
const tries = 8;

const pack = promisify(deflate);
const unpack = promisify(inflate) as (
  data: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

type LoadContext = { context: Pick<AppContext, 'clock' | 'keyValueStore' | 'session'> };
type Store = AppContext['keyValueStore'];

const written = new WeakMap<Store, { startedAt: number; bytes: number }>();

/** Whether the instance may keep so many bytes more. */
function fits(store: Store, now: number, bytes: number): boolean {
  const known = written.get(store);
  const fresh = known && Math.abs(now - known.startedAt) < ttlSeconds * 1000;
  const window = fresh ? known : { startedAt: now, bytes: 0 };
  if (window.bytes + bytes > mostOfInstance) return false;
  window.bytes += bytes;
  written.set(store, window);
  return true;
}

const ownerOf = ({ context: { session } }: LoadContext): string | null =>
  session.kind === 'customer' ? ownerHash(session.customer.owner) : null;
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

/** Enters an answer; false when other requests of the customer always came first. */
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

/** The id under which it can be read again; null: not kept (a visitor, too large, too many at once). */
export async function storeAnswer(page: LoadContext, answer: StoredAnswer): Promise<string | null> {
  const owner = ownerOf(page);
  if (owner === null) return null;
  const { clock, keyValueStore } = page.context;
  const text = JSON.stringify(answer);
  if (text.length > mostInflated / 4) return null;
  const packed = (await pack(text)).toString('base64');
  const now = clock.now().getTime();
  const bytes = packed.length;
  if (bytes > most.bytesOfOne || !fits(keyValueStore, now, bytes)) return null;
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

const Wordless = z.union([
  z.object({ kind: z.enum(['quick-order', 'sheet-answer']) }),
  // Another page of a form's rows.
  z.object({ kind: z.literal('form-answer'), faults: z.strictObject({}), general: z.tuple([]) }),
]);

/** Whether an answer is the same in every language: what was typed and codes of faults, no sentence of one language. */
export const speaksNoLanguage = (answer: StoredAnswer): boolean =>
  answer.kind === 'oversized' ||
  (answer.kind === 'form' && Wordless.safeParse(answer.data).success);

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

/** The answer of this customer for the page at `path`, in whichever language; null when it is unknown, expired, or another customer's. */
export async function findAnswer(
  page: LoadContext,
  id: string,
  path: string,
): Promise<StoredAnswer | null> {
  const owner = ownerOf(page);
  if (owner === null || !/^[\w-]{22}$/.test(id)) return null;
  const found = await page.context.keyValueStore.read(keyOf(owner, id));
  if (!found) return null;
  const text = await unpack(Buffer.from(found.value, 'base64'), {
    maxOutputLength: mostInflated,
  });
  const answer = StoredAnswer.parse(JSON.parse(text.toString()));
  return belowLocale(answer.path) === belowLocale(path) ? answer : null;
}
