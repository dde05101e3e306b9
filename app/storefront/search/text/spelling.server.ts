/**
 * Parses the engine's spelling suggestions (contract/search.md 3.4). They are untrusted, so pages escape them like any
 * other text.
 */
import { z } from 'zod';
import type { SearchAnswer } from '../../../../server/upstream/search/search-client';

const Options = z.array(z.object({ options: z.array(z.object({ text: z.string().min(1) })) }));

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function readSpellings(answer: SearchAnswer, asked: string): string[] {
  const read = Options.safeParse(answer.suggest['spelling']);
  const texts = read.data?.[0]?.options.map((option) => option.text) ?? [];
  return [...new Set(texts)].filter((text) => !same(text, asked)).slice(0, 3);
}

const Words = z.array(
  z.object({
    offset: z.number(),
    length: z.number(),
    options: z.array(z.object({ text: z.string().min(1) })),
  }),
);

/** The text with each unknown word replaced by its first suggestion (3.5), or null when there is none. */
export function correctText(answer: SearchAnswer, asked: string): string | null {
  const read = Words.safeParse(answer.suggest['suggestion']);
  const words = (read.data ?? []).filter((word) => word.options.length > 0);
  if (words.length === 0) return null;
  let text = asked;
  for (const word of words.sort((a, b) => b.offset - a.offset)) {
    const [first] = word.options;
    if (first) {
      text = text.slice(0, word.offset) + first.text + text.slice(word.offset + word.length);
    }
  }
  return same(text, asked) ? null : text;
}
