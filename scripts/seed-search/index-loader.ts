/**
 * Fills one index of a real Elasticsearch behind its alias, as the ERP does (contract/search.md 1.1): a new
 * `{name}-{n}`, filled, refreshed, then the alias moves to it and the ones before it go. Readers never see half of it.
 *
 * Every index made here carries a mark in its mapping. What is not marked is somebody's own and is never touched.
 */
import { z } from 'zod';
import type { IndexBody } from '../../sandbox/search/mapping/index-bodies';
import type { SearchDocument } from '../../sandbox/world';

export interface Destination {
  url: string;
  headers: Readonly<Record<string, string>>;
}

const MARK = 'sample_world';
/** A bulk request of a few megabytes: an article with its price timeline has some tens of kilobytes. */
const BULK_CHARACTERS = 4_000_000;

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
  const response = await fetch(`${to.url}/${path}`, {
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

interface Known {
  name: string;
  number: number;
  isOurs: boolean;
  isBehindAlias: boolean;
}

/** The indices that are, or could be taken for, one behind this alias. */
async function knownIndices(to: Destination, alias: string): Promise<Known[]> {
  const found = Indices.parse(
    await call(to, 'GET', `${alias},${alias}-*?ignore_unavailable=true&allow_no_indices=true`),
  );
  return Object.entries(found).flatMap(([name, { aliases, mappings }]) => {
    if (name === alias) throw new Error(`${alias} is an index, not an alias; choose a --prefix`);
    const number = Number(/^-(\d{1,9})$/.exec(name.slice(alias.length))?.[1]);
    const isBehindAlias = alias in aliases;
    if (!name.startsWith(alias) || Number.isNaN(number)) {
      if (isBehindAlias) throw new Error(`${alias} leads to ${name}; choose a --prefix`);
      return [];
    }
    return [{ name, number, isOurs: mappings._meta?.[MARK] === true, isBehindAlias }];
  });
}

async function sendBulk(to: Destination, lines: string): Promise<void> {
  const answer = Bulk.parse(await call(to, 'POST', '_bulk', lines));
  if (!answer.errors) return;
  const refused = answer.items.find(({ index }) => index.error)?.index;
  throw new Error(`document ${refused?._id ?? '?'} was refused: ${refused?.error?.reason ?? '?'}`);
}

/** Sends the documents in pieces; returns how many there were. */
async function fill(
  to: Destination,
  name: string,
  documents: Iterable<SearchDocument>,
  onProgress: (count: number) => void,
): Promise<number> {
  let count = 0;
  let lines: string[] = [];
  let characters = 0;
  const send = async (): Promise<void> => {
    if (lines.length === 0) return;
    await sendBulk(to, `${lines.join('\n')}\n`);
    lines = [];
    characters = 0;
    onProgress(count);
  };
  for (const document of documents) {
    const line = JSON.stringify(document);
    lines.push(JSON.stringify({ index: { _index: name, _id: String(document.id) } }), line);
    characters += line.length;
    count += 1;
    if (characters > BULK_CHARACTERS) await send();
  }
  await send();
  return count;
}

export interface NewIndex {
  alias: string;
  body: IndexBody;
  documents: Iterable<SearchDocument>;
}

/** Safe to repeat, also after a run that was cut off: its unfinished index goes with the others. */
export async function loadBehindAlias(
  to: Destination,
  { alias, body, documents }: NewIndex,
  onProgress: (count: number) => void,
): Promise<number> {
  const known = await knownIndices(to, alias);
  const foreign = known.find(({ isOurs, isBehindAlias }) => isBehindAlias && !isOurs);
  if (foreign) {
    throw new Error(`${alias} leads to ${foreign.name}, which is no sample; choose a --prefix`);
  }
  const number = 1 + Math.max(0, ...known.map((index) => index.number));
  const name = `${alias}-${number}`;
  const mappings = { ...body.mappings, _meta: { [MARK]: true } };
  await call(to, 'PUT', name, JSON.stringify({ ...body, mappings }));
  const count = await fill(to, name, documents, onProgress);
  await call(to, 'POST', `${name}/_refresh`);
  const actions = [
    { add: { index: name, alias } },
    ...known.filter(({ isOurs }) => isOurs).map(({ name: index }) => ({ remove_index: { index } })),
  ];
  await call(to, 'POST', '_aliases', JSON.stringify({ actions }));
  return count;
}
