/**
 * A customer's own pages, as the worker keeps them: each sealed with a key
 * that no script can read out and that goes with the session. Half of what the key is made of comes from the
 * server with every page, half is made here and kept nowhere.
 */
import { cachePrefix } from './keeping';

const isOwnCache = (name: string): boolean => name.startsWith(`${cachePrefix}own-`);
export const ownCache = (build: string): string => `${cachePrefix}own-${build}`;
export const ownDatabase = `${cachePrefix}own`;

/**
 * After so long without an answer of the shop the session has ended: `idleMs` of the session's own figures, which
 * would be a file more for every second page of a visitor (P-80).
 */
export const ownIdleMs = 8 * 3_600_000;

/** Of every page that is read with a session: its public name, and the server's share of the key. */
export const sessionHeader = 'shop-session';

interface OwnKey {
  /** Public name of the session. */
  name: string;
  key: CryptoKey;
  /** When the shop last answered in this session. */
  seen: number;
}
interface Stored {
  own?: OwnKey | undefined;
  /** The session that was left: a late answer of it brings nothing back. */
  left?: string | undefined;
}

const store = 'held';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(ownDatabase, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('no database'));
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (all: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const asked = ask(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(new Error('not stored'));
    });
  } finally {
    database.close();
  }
}

const readStored = async (): Promise<Stored> =>
  ((await inStore('readonly', (all) => all.get('held'))) as Stored | undefined) ?? {};
const writeStored = (what: Stored): Promise<unknown> =>
  inStore('readwrite', (all) => all.put(what, 'held'));

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text));

async function newKey(share: string): Promise<CryptoKey> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const material = await crypto.subtle.importKey('raw', random, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(share), info: bytesOf('own pages') };
  const kind = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey(how, material, kind, false, ['encrypt', 'decrypt']);
}

/** Key and pages go; what has been left is not taken up again. */
export async function forgetOwn(): Promise<void> {
  const { own, left } = await readStored();
  await writeStored({ left: own?.name ?? left });
  for (const name of (await caches.keys()).filter(isOwnCache)) await caches.delete(name);
}

/** The key, while its session may still be there. */
async function ownKey(): Promise<OwnKey | null> {
  const { own } = await readStored();
  // A clock that was put back says less than nothing of how long it has been.
  if (own && Math.abs(Date.now() - own.seen) > ownIdleMs) {
    await forgetOwn();
    return null;
  }
  return own ?? null;
}

/** Whether anything of a customer is kept, and of which session. */
export const ownName = async (): Promise<string | null> => (await ownKey())?.name ?? null;

/** What a page says of the session: null is none, and another one than before ends what was kept. */
export async function meetSession(header: string | null): Promise<void> {
  const [name, share] = header?.split('.') ?? [];
  const { own, left: before } = await readStored();
  const isOther = own !== undefined && own.name !== name;
  if (isOther) await forgetOwn();
  const left = isOther ? own.name : before;
  if (!name || !share || name === left) return;
  const key = own?.name === name ? own.key : await newKey(share);
  await writeStored({ own: { name, key, seen: Date.now() }, left });
}

/** Addresses are closed too: they tell which products were looked at. */
async function placeOf({ name }: OwnKey, address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(`${name} ${address}`));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `/own/${hex.join('')}`;
}

interface OwnPage {
  address: string;
  headers: [string, string][];
  html: string;
}

const ivBytes = 12;

/** The page sealed, and where to put it; null without a key. */
export async function sealed(
  address: string,
  answer: Response,
): Promise<{ place: string; content: Response } | null> {
  const own = await ownKey();
  if (!own || answer.headers.get(sessionHeader)?.split('.')[0] !== own.name) return null;
  const headers = [...answer.headers].filter(([name]) => name !== sessionHeader);
  const page: OwnPage = { address, headers, html: await answer.text() };
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const text = bytesOf(JSON.stringify(page));
  const closed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, own.key, text);
  return { place: await placeOf(own, address), content: new Response(new Blob([iv, closed])) };
}

async function opened({ key }: OwnKey, content: Response): Promise<OwnPage> {
  const bytes = await content.arrayBuffer();
  const how = { name: 'AES-GCM', iv: bytes.slice(0, ivBytes) };
  const text = await crypto.subtle.decrypt(how, key, bytes.slice(ivBytes));
  return JSON.parse(new TextDecoder().decode(text)) as OwnPage;
}

/** The page as it came, where its session may still be there. */
export async function openOwn(address: string): Promise<Response | undefined> {
  const own = await ownKey();
  if (!own) return undefined;
  const content = await caches.match(await placeOf(own, address));
  if (!content) return undefined;
  const { headers, html } = await opened(own, content);
  return new Response(html, { headers });
}

/** All of them, for the list on the offline page. */
export async function ownPages(): Promise<readonly OwnPage[]> {
  const own = await ownKey();
  if (!own) return [];
  const found: OwnPage[] = [];
  for (const name of (await caches.keys()).filter(isOwnCache)) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const content = await cache.match(key);
      if (content) found.push(await opened(own, content));
    }
  }
  return found;
}
