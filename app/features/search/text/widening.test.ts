import { expect, it } from 'vitest';
import type { SearchAnswer } from '../../../../server/upstream/search/search-client';
import type { Wider } from '../query/listing-query.server';
import { askWidening } from './widening.server';

const spelling: SearchAnswer = {
  hits: [],
  total: 0,
  totalRelation: 'eq',
  aggregations: {},
  suggest: { spelling: [] },
  incomplete: false,
  withheld: false,
};
const warnings: string[] = [];
const page = {
  locale: 'fr',
  context: { log: { warn: ({ event }: { event: string }) => void warnings.push(event) } },
} as const;

/** An engine that finds so many documents by the rules, with every wish, and with most; null: not counted. */
function engine(...found: (number | null | 'ill')[]) {
  const asked: (Wider | null)[] = [];
  const ask = async (wider: Wider | null) => {
    const count = found[asked.length] ?? 0;
    asked.push(wider);
    if (count === 'ill') {
      throw Object.assign(new Error('ill'), { kind: 'upstream-failure', reason: 'timeout' });
    }
    const facets = count === null ? null : { aggregations: { found: { doc_count: count } } };
    return { step: asked.length, asked: { facets, spelling: wider ? null : spelling } };
  };
  return { asked, ask };
}

it('SRCH-01 a text that is found as typed is searched once', async () => {
  const { asked, ask } = engine(3);
  expect(await askWidening(page, ask)).toMatchObject({ step: 1, isWidened: false });
  expect(asked).toEqual([null]);
});

it('SRCH-01 what is not found as typed is searched for all that was wished, then for most of it', async () => {
  const { asked, ask } = engine(0, 0, 7);
  const found = await askWidening(page, ask);
  expect(found).toMatchObject({ step: 3, isWidened: true });
  expect(asked.slice(1)).toEqual([
    { locale: 'fr', every: true },
    { locale: 'fr', every: false },
  ]);
});

it('SRCH-02 the spellings offered are those of what was typed', async () => {
  const { ask } = engine(0, 4);
  expect((await askWidening(page, ask)).asked.spelling).toBe(spelling);
});

it('SRCH-01 a text that nothing answers stays with the answer of the rules', async () => {
  expect(await askWidening(page, engine(0, 0, 0).ask)).toMatchObject({ step: 1, isWidened: false });
});

it('DEG-01 without counts, or with an engine that falls ill, the first answer is shown', async () => {
  expect(await askWidening(page, engine(null).ask)).toMatchObject({ step: 1 });
  expect(await askWidening(page, engine(0, 'ill').ask)).toMatchObject({
    step: 1,
    isWidened: false,
  });
  expect(warnings).toEqual(['search.not_widened']);
});
