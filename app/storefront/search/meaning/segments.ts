/**
 * Cuts the search text into as few known groups of words as possible: `pâte vermifuge cheval` is two groups, not three.
 */
import { measureAt, type Measure, type MeasureReader } from '../words/measures';
import type { Vocabulary } from '../words/vocabulary';
import type { NamedTerm } from './query-term';
import { runStep } from './steps';

export type Segment =
  | { kind: 'measure'; measure: Measure }
  | { kind: 'group'; term: NamedTerm }
  | { kind: 'word'; word: string };

/** The meaning of a group of words in this catalogue, or null. */
type ReadGroup = (
  words: readonly string[],
) => { term: NamedTerm; isExact: boolean; isTurned: boolean } | null;

const longestGroup = 5;
/**
 * Costs by kind of match. A measure costs less than a listed word, because `U40` is a strength before it is a word for
 * the syringe.
 */
const cost = { exact: 1, turned: 1.05, alike: 1.1, measure: 0.99, vocabulary: 1.2, unknown: 2 };

interface Step {
  segment: Segment;
  used: number;
  cost: number;
}

interface Readers {
  readGroup: ReadGroup;
  vocabulary: Vocabulary | null;
  measuring: MeasureReader;
}

function stepsAt(
  words: readonly string[],
  at: number,
  { readGroup, vocabulary, measuring }: Readers,
): Step[] {
  const steps: Step[] = [];
  for (let size = 1; size <= Math.min(longestGroup, words.length - at); size += 1) {
    const found = runStep('groups', null, () => readGroup(words.slice(at, at + size)));
    if (!found) continue;
    // A group in reverse order costs more: `cat food rabbit` means cat food before rabbit food. Dutch compounds may be
    // typed in either order.
    const exact = found.isTurned && measuring.locale !== 'nl' ? cost.turned : cost.exact;
    const price = found.isExact ? exact : cost.alike;
    steps.push({ segment: { kind: 'group', term: found.term }, used: size, cost: price });
  }
  const measure = runStep('measures', null, () => measureAt(words, at, measuring));
  if (measure) {
    steps.push({ segment: { kind: 'measure', measure }, used: measure.used, cost: cost.measure });
  }
  const word = words[at] ?? '';
  const price = !vocabulary || vocabulary.knows(word) ? cost.vocabulary : cost.unknown;
  steps.push({ segment: { kind: 'word', word }, used: 1, cost: price });
  return steps;
}

export interface Cut {
  segments: Segment[];
  /** Total cost of the reading; the reading with the lowest cost is used. */
  cost: number;
}

export function cutOf(
  words: readonly string[],
  readGroup: ReadGroup,
  vocabulary: Vocabulary | null,
  measuring: MeasureReader,
): Cut {
  const best: ({ cost: number; step: Step | null } | undefined)[] = [];
  best[words.length] = { cost: 0, step: null };
  for (let at = words.length - 1; at >= 0; at -= 1) {
    for (const step of stepsAt(words, at, { readGroup, vocabulary, measuring })) {
      const rest = best[at + step.used]?.cost ?? Infinity;
      const whole = step.cost + rest;
      if (whole < (best[at]?.cost ?? Infinity)) best[at] = { cost: whole, step };
    }
  }
  const segments: Segment[] = [];
  for (let at = 0; at < words.length;) {
    const step = best[at]?.step;
    if (!step) break;
    segments.push(step.segment);
    at += step.used;
  }
  return { segments, cost: best[0]?.cost ?? 0 };
}
