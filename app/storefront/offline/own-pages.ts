/**
 * The pages of a customer as the service worker stores them. Each is encrypted with a key that no script can export and
 * that is deleted with the session. One half of the key material comes from the server with every page; the other half
 * is random and never stored.
 */
import { cachePrefix } from './keeping';

const isOwnCache = (name: string): boolean => name.startsWith(`${cachePrefix}own-`);
export const ownCache = (build: string): string => `${cachePrefix}own-${build}`;
export const ownDatabase = `${cachePrefix}own`;

/**
 * After this time without a response of the shop the session has ended. Duplicates `idleMs` of the session module:
 * importing it would load another file on many guest pages (P-80).
 */
export const ownIdleMs = 8 * 3_600_000;

/** Header of every page read with a session: the session's public name and the server's share of the key. */
export const sessionHeader = 'shop-session';

interface OwnKey {
  /** Public name of the session. */
  name: string;
  key: CryptoKey;
  /** Time of the shop's last response in this session, in milliseconds. */
  seen: number;
}
interface Stored {
  own?: OwnKey | undefined;
  /** Name of the session that was last signed out: a late response of that session must not restore its pages. */
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

/**
 * Deletes the encryption key and the stored pages, and records the session's name so that a late response does not
 * restore them.
 */
export async function forgetOwn(): Promise<void> {
  const { own, left } = await readStored();
  await writeStored({ left: own?.name ?? left });
  for (const name of (await caches.keys()).filter(isOwnCache)) await caches.delete(name);
}

/** The encryption key; null once the session must have ended. */
async function ownKey(): Promise<OwnKey | null> {
  const { own } = await readStored();
  // Uses the absolute value: if the clock was set back, the age is negative and says nothing about the elapsed time.
  if (own && Math.abs(Date.now() - own.seen) > ownIdleMs) {
    await forgetOwn();
    return null;
  }
  return own ?? null;
}

/** Public name of the session whose pages are stored; null if none are. */
export const ownName = async (): Promise<string | null> => (await ownKey())?.name ?? null;

/**
 * Processes the session header of a page; a null header means that the page has no session. A session other than the
 * stored one deletes the stored pages.
 */
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

/** The storage key of a page. Addresses are hashed, because they show which products the customer viewed. */
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

/** The encrypted page and its storage key in the cache; null if there is no encryption key. */
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

/** The decrypted page, if its session may still exist. */
export async function openOwn(address: string): Promise<Response | undefined> {
  const own = await ownKey();
  if (!own) return undefined;
  const content = await caches.match(await placeOf(own, address));
  if (!content) return undefined;
  const { headers, html } = await opened(own, content);
  return new Response(html, { headers });
}

/** All stored pages, for the list on the offline page. */
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
