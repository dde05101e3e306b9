/** Measures whether a noun finds the same products in every number and spelling. */
import type { Engine } from './engines';
import type { Noun } from './numbers';

interface Unlike {
  locale: Noun['locale'];
  typed: string;
  other: string;
  /** Share of the first ten products that both spellings have in common, from 0 to 1. */
  shared: number;
  totals: readonly [number, number];
}

interface Parity {
  compared: number;
  /** Number of pairs whose first five products are the same, in the same order. */
  sameFirst: number;
  unlike: readonly Unlike[];
}

const first = 5;
/** Minimum share of the first ten products that two spellings must have in common. */
const leastShared = 0.8;
/** Maximum ratio between the numbers of products that two spellings find. */
const mostTotal = 1.25;

const shareOf = (left: readonly number[], right: readonly number[]): number => {
  const all = new Set([...left, ...right]);
  return all.size === 0
    ? 1
    : left.filter((id) => right.includes(id)).length / Math.max(left.length, right.length);
};

export async function parity(
  engine: Pick<Engine, 'count'>,
  nouns: readonly Noun[],
): Promise<Parity> {
  const unlike: Unlike[] = [];
  let compared = 0;
  let sameFirst = 0;
  for (const { locale, forms } of nouns) {
    const [typed = '', ...others] = forms;
    const asked = await engine.count(locale, typed);
    if (asked.total === 0) continue;
    for (const other of others) {
      const answer = await engine.count(locale, other);
      compared += 1;
      const head = (ids: readonly number[]): string => ids.slice(0, first).join();
      const isSame = head(asked.ids) === head(answer.ids);
      if (isSame) sameFirst += 1;
      const shared = shareOf(asked.ids, answer.ids);
      const [least, most] = [asked.total, answer.total].sort((a, b) => a - b);
      if (shared < leastShared || (most ?? 0) > (least ?? 0) * mostTotal + 1)
        unlike.push({ locale, typed, other, shared, totals: [asked.total, answer.total] });
    }
  }
  return { compared, sameFirst, unlike };
}
