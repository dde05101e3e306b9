/**
 * Fills indices of a real Elasticsearch behind their aliases, as the ERP does (contract/search.md 1.1). Creates a new
 * `{name}-{n}`, fills and refreshes it, moves the alias to it and deletes the previous ones. Readers never see an
 * incomplete index.
 *
 * Every index created here has a mark in its mapping. An index without the mark belongs to others and is never touched,
 * unless the operator permits adopting it.
 */
import { z } from 'zod';
import type { IndexBody } from '../../sandbox/search/mapping/index-bodies';

export interface Destination {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Default: Node's `fetch`. Pass another one to trust the operator's CA certificate. */
  fetch?: (
    url: string,
    init: RequestInit,
  ) => Promise<Pick<Response, 'ok' | 'status' | 'text'> & { headers: Pick<Headers, 'get'> }>;
}

/** Owner of the indices. */
export interface Owner {
  /** Written into the mapping of every created index. */
  mark: string;
  /** Marks of indices that may be replaced and deleted. */
  replaces: readonly string[];
  /** Aliases may be moved away from indices without a mark. */
  adopt: boolean;
  /** Advice at the end of the error message about a foreign index. */
  advice: string;
}

const sampleOwner: Owner = {
  mark: 'sample_world',
  replaces: ['sample_world'],
  adopt: false,
  advice: 'choose a --prefix',
};

/** Characters of one bulk request, a few megabytes. An article with its price timeline takes some tens of kilobytes. */
const BULK_CHARACTERS = 4_000_000;
/**
 * Two bulk requests: the loader reads one while the engine indexes the other. More would only fill the engine's queue.
 */
const BULKS_AT_ONCE = 2;

/**
 * No reader uses the index before it is full, so refreshes and replicas would only repeat work. The transaction log
 * keeps its default: with a delayed one, a node that dies before the next flush restarts with an empty index.
 */
const whileFilling = {
  refresh_interval: '-1',
  number_of_replicas: 0,
};

const Indices = z.record(
  z.string(),
  z.object({
    aliases: z.record(z.string(), z.unknown()),
    mappings: z.object({ _meta: z.record(z.string(), z.unknown()).optional() }),
  }),
);
const Bulk = z.object({
  errors: z.boolean(),
  items: z.array(
    z.object({
      index: z.object({ _id: z.string(), error: z.object({ reason: z.string() }).optional() }),
    }),
  ),
});

async function call(to: Destination, method: string, path: string, body?: string) {
  const type = path === '_bulk' ? 'application/x-ndjson' : 'application/json';
  const send = to.fetch ?? fetch;
  const response = await send(`${to.url}/${path}`, {
    method,
    headers: { ...to.headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  }
  return JSON.parse(text) as unknown;
}

export interface Plan {
  alias: string;
  /** Name of the index to create. */
  name: string;
  /** Indices of the owner to delete when the alias moves. */
  removed: readonly string[];
  /** Foreign indices that lose the alias but are not deleted. */
  left: readonly string[];
  /** True if a foreign index has the name of the alias and will be deleted. */
  replaced: boolean;
}

/** Plans the load of this alias; throws if it would touch a foreign index. */
export async function planIndex(to: Destination, alias: string, owner: Owner): Promise<Plan> {
  const found = Indices.parse(
    await call(to, 'GET', `${alias},${alias}-*?ignore_unavailable=true&allow_no_indices=true`),
  );
  const removed: string[] = [];
  const left: string[] = [];
  let highest = 0;
  for (const [name, { aliases, mappings }] of Object.entries(found)) {
    if (name === alias) {
      if (!owner.adopt) throw new Error(`${alias} is an index, not an alias; ${owner.advice}`);
      continue;
    }
    const number = Number(/^-(\d{1,9})$/.exec(name.slice(alias.length))?.[1]);
    const isNumbered = name.startsWith(alias) && !Number.isNaN(number);
    if (isNumbered) highest = Math.max(highest, number);
    if (isNumbered && owner.replaces.some((mark) => mappings._meta?.[mark] === true))
      removed.push(name);
    else if (alias in aliases) {
      if (!owner.adopt)
        throw new Error(`${alias} leads to ${name}, which was not loaded here; ${owner.advice}`);
      left.push(name);
    }
  }
  return { alias, name: `${alias}-${highest + 1}`, removed, left, replaced: alias in found };
}

async function sendBulk(to: Destination, lines: string): Promise<void> {
  const answer = Bulk.parse(await call(to, 'POST', '_bulk', lines));
  if (!answer.errors) return;
  const refused = answer.items.find(({ index }) => index.error)?.index;
  throw new Error(`document ${refused?._id ?? '?'} was refused: ${refused?.error?.reason ?? '?'}`);
}

/** A document serialised as one line of JSON. */
interface LoadedDocument {
  id: string;
  text: string;
}

/** Sends the documents in bulks, some in parallel; returns their number. */
async function fill(
  to: Destination,
  name: string,
  documents: NewIndex['documents'],
  onProgress: (count: number) => void,
): Promise<number> {
  let count = 0;
  let lines: string[] = [];
  let characters = 0;
  const sent = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const send = async (): Promise<void> => {
    const some = sendBulk(to, `${lines.join('\n')}\n`)
      .catch((fault: unknown) => void faults.push(fault))
      .finally(() => sent.delete(some));
    sent.add(some);
    lines = [];
    characters = 0;
    if (sent.size >= BULKS_AT_ONCE) await Promise.race(sent);
    if (faults.length > 0) throw faults[0];
    onProgress(count);
  };
  try {
    for await (const { id, text } of documents) {
      lines.push(JSON.stringify({ index: { _index: name, _id: id } }), text);
      characters += text.length;
      count += 1;
      if (characters > BULK_CHARACTERS) await send();
    }
    if (lines.length > 0) await send();
  } finally {
    // Waits for pending bulks before the index is refreshed or deleted.
    await Promise.all(sent);
  }
  if (faults.length > 0) throw faults[0];
  return count;
}

interface NewIndex {
  body: IndexBody;
  documents: Iterable<LoadedDocument> | AsyncIterable<LoadedDocument>;
}

type Fields = Readonly<Record<string, unknown>>;

function* serialized(documents: Iterable<Fields>): Generator<LoadedDocument> {
  for (const fields of documents) yield { id: String(fields['id']), text: JSON.stringify(fields) };
}

/** Creates the planned index, empty. Throws if a concurrent load has created it. */
export async function makeIndex(
  to: Destination,
  { name }: Plan,
  body: IndexBody,
  { mark }: Owner,
): Promise<void> {
  const mappings = { ...body.mappings, _meta: { [mark]: true } };
  const settings = { ...body.settings, ...whileFilling };
  try {
    await call(to, 'PUT', name, JSON.stringify({ settings, mappings }));
  } catch (error) {
    if (!String(error).includes('resource_already_exists')) throw error;
    throw new Error(`${name} was created concurrently: another load is running`, { cause: error });
  }
}

/** Fills a created index, which no reader uses yet. */
export async function fillIndex(
  to: Destination,
  { name }: Plan,
  { body, documents }: NewIndex,
  onProgress: (count: number) => void,
): Promise<number> {
  const count = await fill(to, name, documents, onProgress);
  const asUsual = {
    refresh_interval: null,
    number_of_replicas: body.settings['number_of_replicas'] ?? 0,
  };
  await call(to, 'PUT', `${name}/_settings`, JSON.stringify({ index: asUsual }));
  await call(to, 'POST', `${name}/_refresh`);
  return count;
}

/** Moves all aliases and deletes their previous indices in one atomic step. */
export async function swapAliases(to: Destination, plans: readonly Plan[]): Promise<void> {
  const actions = plans.flatMap(({ alias, name, removed, left, replaced }) => [
    ...(replaced ? [{ remove_index: { index: alias } }] : []),
    { add: { index: name, alias } },
    ...removed.map((index) => ({ remove_index: { index } })),
    ...left.map((index) => ({ remove: { index, alias } })),
  ]);
  await call(to, 'POST', '_aliases', JSON.stringify({ actions }));
}

/** Deletes an index that a failed run created. */
export async function discardIndex(to: Destination, { name }: Plan): Promise<void> {
  await call(to, 'DELETE', name);
}

/** Loads one sample index. Can be repeated, also after an interrupted run, whose unfinished index it deletes. */
export async function loadBehindAlias(
  to: Destination,
  { alias, body, documents }: { alias: string; body: IndexBody; documents: Iterable<Fields> },
  onProgress: (count: number) => void,
): Promise<number> {
  const plan = await planIndex(to, alias, sampleOwner);
  const index = { body, documents: serialized(documents) };
  await makeIndex(to, plan, body, sampleOwner);
  const count = await fillIndex(to, plan, index, onProgress);
  await swapAliases(to, [plan]);
  return count;
}
