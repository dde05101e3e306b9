/**
 * A word file: what people of the trade type, in one language, and the facts of the catalogue that they mean by it.
 * Facts are named by the labels that the index carries in that language, so a file can be written by those who keep
 * the catalogue. Ids join the same concept in the three languages.
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
  /** Where several things are meant, the usual one: shown first. */
  usual: Means.optional(),
});

const Lists = z.strictObject({
  /** Words with other meanings in company: they mean their concept only alone, or beside an animal, size or strength. */
  alone: words.default([]),
  /** Words that say nothing about what is wanted. */
  idle: words.default([]),
  /** Words that say nothing where no group of words has them: `ont`, `worden`, `keep`. */
  fillers: words.default([]),
  /** Words that help to rank, and shut nothing out. */
  soft: words.default([]),
  /** Words between a thing and what it is for: `spray voor wonden`. They are idle, too. */
  purposes: words.default([]),
  /** Words between what is wanted and when: `pijn na castratie`. What follows one only ranks. */
  circumstances: words.default([]),
  /** Beginnings and ends of compounds that stand for one another: `toestel` and `machine`, `katten` and `poezen`. */
  parts: z.array(words.min(2).max(30)).max(300).default([]),
  /** Words that look alike and are never offered, or read, for one another. */
  never: z.array(z.tuple([word, word])).default([]),
  /** Medicines that people ask for, whether the catalogue has them or not: nothing is shown in their stead. */
  medicines: words.default([]),
  /** Ends of names of substances: such a word is never left out of a search. */
  medicineEndings: words.default([]),
  /**
   * What a word or a figure says of the size of the things that it stands beside: a yellow needle is one of 20G
   * (ISO 6009), a yellow intravenous catheter one of 24G (ISO 10555). Colours by the names that the concepts mean.
   */
  sizes: z
    .array(z.strictObject({ of: words.min(1), by: z.record(word, words.min(1)) }))
    .max(100)
    .default([]),
});
export type WordLists = z.infer<typeof Lists>;
const WordFileShape = Lists.extend({
  about: z.record(z.string(), z.string()).optional(),
  concepts: z.array(Concept).max(20_000),
});
export type WordFile = z.infer<typeof WordFileShape>;
export type ConceptEntry = WordFile['concepts'][number];

export type ReadWordFile = { file: WordFile; faults: [] } | { file: null; faults: string[] };

function doubles(file: WordFile): string[] {
  const seen = new Set<string>();
  return file.concepts.flatMap(({ id }) => {
    if (seen.has(id)) return [`concepts: id "${id}" stands twice`];
    seen.add(id);
    return [];
  });
}

/** Every fault at once, each with its place. */
export function checkWordFile(json: unknown): ReadWordFile {
  const read = WordFileShape.safeParse(json);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { file: null, faults };
  }
  const faults = doubles(read.data);
  return faults.length > 0 ? { file: null, faults } : { file: read.data, faults: [] };
}

/** A file that comes with the shop: the tests have checked it, and a start need not pay for that again. */
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
