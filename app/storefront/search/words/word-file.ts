/**
 * A word file: the words that people of the trade type in one language, and the facts of the catalogue that they mean.
 * Facts are named by the labels of the index in that language, so the people who maintain the catalogue can write a
 * file. Ids connect the same concept in the three languages.
 */
import { z } from 'zod';

export const factKinds = [
  'substances',
  'combinations',
  'indications',
  'categories',
  'species',
  'forms',
  'routes',
  'ranges',
  'equipment',
  'names',
] as const;
export type FactKind = (typeof factKinds)[number];

const word = z
  .string()
  .min(1)
  .max(80)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), 'has no letter and no figure');
const words = z.array(word);
const Means = z.partialRecord(
  z.enum(factKinds),
  z.array(z.string().min(1).max(200)).min(1).max(60),
);

const Concept = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  words: words.min(1).max(200),
  means: Means.refine((means) => Object.keys(means).length > 0, 'means nothing'),
  /** The usual facts, if the words have several meanings; products with these facts come first. */
  usual: Means.optional(),
});

const Lists = z.strictObject({
  /** Stop words, which say nothing about the wanted product. */
  idle: words.default([]),
  /** Stop words, except inside a listed group of words: `ont`, `worden`, `keep`. */
  fillers: words.default([]),
  /** Words that affect ranking and exclude no product. */
  soft: words.default([]),
  /** Words between a thing and its purpose, as in `spray voor wonden`. They are stop words, too. */
  purposes: words.default([]),
  /** Pairs of similar words that the shop never reads, or suggests, for one another. */
  never: z.array(z.tuple([word, word])).default([]),
  /** Medicines that people ask for, whether the catalogue has them or not: the shop never replaces them by another. */
  medicines: words.default([]),
  /** Endings of substance names: the shop never leaves a word with such an ending out of a search. */
  medicineEndings: words.default([]),
  /**
   * The size that a word or number means for the thing next to it. A yellow needle is 20G (ISO 6009); a yellow
   * intravenous catheter is 24G (ISO 10555). A colour is written as in the `names` that its concept means.
   */
  sizes: z
    .array(z.strictObject({ of: words.min(1), by: z.record(word, words.min(1)) }))
    .max(100)
    .default([]),
});
export type WordLists = z.infer<typeof Lists>;
/** Lists of earlier versions: a file may still contain them, and the shop ignores them. */
const retiredLists = ['alone', 'circumstances', 'parts'];
const WordFileShape = Lists.extend({
  about: z.record(z.string(), z.string()).optional(),
  concepts: z.array(Concept).max(20_000),
});
export type WordFile = z.infer<typeof WordFileShape>;
export type ConceptEntry = WordFile['concepts'][number];

type ReadWordFile = { file: WordFile; faults: [] } | { file: null; faults: string[] };

function doubles(file: WordFile): string[] {
  const seen = new Set<string>();
  return file.concepts.flatMap(({ id }) => {
    if (seen.has(id)) return [`concepts: id "${id}" stands twice`];
    seen.add(id);
    return [];
  });
}

function withoutRetired(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => !retiredLists.includes(key)));
}

/** Validates a word file. Returns all faults at once, each with its path in the file. */
export function checkWordFile(json: unknown): ReadWordFile {
  const read = WordFileShape.safeParse(withoutRetired(json));
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { file: null, faults };
  }
  const faults = doubles(read.data);
  return faults.length > 0 ? { file: null, faults } : { file: read.data, faults: [] };
}

/** Parses a built-in word file without validation: the tests validate it, so that the shop starts faster. */
export function readBuiltIn(text: string): WordFile {
  const file = JSON.parse(text) as Pick<WordFile, 'concepts'> & Partial<WordFile>;
  return { ...Lists.parse({}), ...file };
}

export function parseWordFile(text: string): ReadWordFile {
  try {
    return checkWordFile(JSON.parse(text));
  } catch (error) {
    return { file: null, faults: [error instanceof Error ? error.message : 'no JSON'] };
  }
}
