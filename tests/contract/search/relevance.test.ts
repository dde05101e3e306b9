/**
 * The floor of relevance: what `npm run relevance` reached on the sample world, less a small margin. The world and the
 * queries are always the same, so a fall below it has a cause in the shop's queries or in an engine.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLive, startEmbedded, type Engine } from '../../../scripts/relevance/engines';
import { factQueries, writtenQueries } from '../../../scripts/relevance/judged';
import {
  agreement,
  by,
  isAsDemanded,
  judge,
  measure,
  type Verdict,
} from '../../../scripts/relevance/measures';
import { createSample } from '../../../scripts/relevance/sample';
import { meets } from '../../../scripts/relevance/traits';
import { worldQueries } from '../../../scripts/relevance/world-queries';
import { engines } from '../../support/search-fixture/engine';

const FLOOR = { at1: 0.95, at3: 0.98, mrr: 0.965, agreement: 0.96 };
const FLOOR_OF_A_LANGUAGE = 0.97;
const FLOOR_OF_A_KIND = 0.93;
/** Of a smaller kind one query would be a tenth and more. */
const SMALLEST_KIND = 12;
/** Loading 24 000 documents into a real node, and judging them twice, on a machine that does other things too. */
const JUDGING_MS = 900_000;

const sample = createSample();
const queries = [...factQueries(), ...writtenQueries(), ...worldQueries(sample.groups)];
const kinds = engines();
const running: Engine[] = [];
const verdicts = new Map<string, Verdict[]>();
const of = (name: string): Verdict[] => verdicts.get(name) ?? [];

beforeAll(async () => {
  running.push(await startEmbedded(sample));
  const url = process.env['ELASTICSEARCH_URL'];
  if (url) running.push(await loadLive(sample, url, 'real node'));
  await Promise.all(
    running.map(async (engine) => {
      verdicts.set(engine.name, await judge(engine, sample, queries));
    }),
  );
}, JUDGING_MS);
afterAll(async () => {
  for (const engine of running) await engine.stop();
});

it('SRCH-01 at least 250 queries are judged, and each has something to find', () => {
  expect(queries.length).toBeGreaterThanOrEqual(250);
  const all = [...sample.traits.values()];
  const vain = queries.filter(({ right }) =>
    right.some((expected) => !all.some((traits) => meets(traits, expected))),
  );
  expect(vain.map(({ q }) => q)).toEqual([]);
});

describe.each(kinds.map(({ name }) => name))('%s', (name) => {
  it('SRCH-01 the right product stands among the first', () => {
    const { at1, at3, mrr } = measure(of(name));
    expect(at1).toBeGreaterThanOrEqual(FLOOR.at1);
    expect(at3).toBeGreaterThanOrEqual(FLOOR.at3);
    expect(mrr).toBeGreaterThanOrEqual(FLOOR.mrr);
  });

  it('SRCH-01 in each of the three languages', () => {
    for (const [locale, part] of by(of(name), (query) => query.locale)) {
      expect(measure(part).at3, locale).toBeGreaterThanOrEqual(FLOOR_OF_A_LANGUAGE);
    }
  });

  it('SRCH-01 and for each kind of query: misspelt, compound, foreign, by synonym, by firm …', () => {
    const kindsOfQuery = [...by(of(name), (query) => query.kind)];
    const judged = kindsOfQuery.filter(([, part]) => part.length >= SMALLEST_KIND);
    expect(judged.length).toBeGreaterThan(8);
    for (const [kind, part] of judged) {
      expect(measure(part).at3, kind).toBeGreaterThanOrEqual(FLOOR_OF_A_KIND);
    }
  });

  it('SRCH-03 a whole code finds its product first, a code that is begun among the first', () => {
    const codes = of(name).filter(({ query }) => ['code', 'partial code'].includes(query.kind));
    expect(codes.length).toBeGreaterThan(50);
    const short = codes.filter((verdict) => !isAsDemanded(verdict));
    expect(short.map(({ query }) => query.q)).toEqual([]);
  });
});

it.skipIf(kinds.length < 2)('SRCH-01 both engines show the same product first', () => {
  const [embedded, real] = kinds.map(({ name }) => of(name));
  expect(agreement(sample, embedded ?? [], real ?? [])).toBeGreaterThanOrEqual(FLOOR.agreement);
});
