/**
 * Measures what each reading step is worth: how many points of success in the first three results a judged set loses
 * without it. Runs on the embedded engine, and searches again only the queries whose requests the step changes.
 */
import { factsOfStep, stepNames, type StepName } from '../../app/storefront/search/meaning/steps';
import type { Lang } from '../../sandbox/world';
import type { Engine } from './engines';
import type { Judged } from './judged';
import { lookAlikes, type Lines } from './practice-report';
import { practiceQueries, practiceSets } from './practice-queries';
import type { Sample } from './sample';
import { meets } from './traits';

const SHOWN = 3;

interface Case {
  set: string;
  locale: Lang;
  q: string;
  isRight(ids: readonly number[]): boolean;
}

function casesOf(sample: Sample, lines: Lines, judged: readonly Judged[]): Case[] {
  return [
    ...judged.map(({ locale, q, right }) => ({
      set: 'judged',
      locale,
      q,
      isRight: (ids: readonly number[]) =>
        ids.slice(0, SHOWN).some((id) => {
          const traits = sample.traits.get(id);
          return traits !== undefined && right.some((one) => meets(traits, one));
        }),
    })),
    ...practiceSets.flatMap((set) =>
      practiceQueries(set).map(({ locale, q, expected }) => {
        const right = new RegExp(expected, 'imu');
        const isRight = (ids: readonly number[]): boolean =>
          ids.slice(0, SHOWN).some((id) => right.test(lines[locale].get(id) ?? ''));
        return { set, locale, q, isRight };
      }),
    ),
    ...lookAlikes(lines).map(({ locale, q, isConfused }) => ({
      set: 'look-alikes',
      locale,
      q,
      isRight: (ids: readonly number[]) => !isConfused(ids),
    })),
  ];
}

interface Answered extends Case {
  requests: string;
  acted: ReadonlySet<StepName>;
  wasRight: boolean;
}

async function answerCase(engine: Engine, one: Case): Promise<Answered> {
  const { bodies, acted } = await engine.prepare(one.locale, one.q, null);
  const ids = await engine.send(one.locale, bodies);
  return { ...one, requests: JSON.stringify(bodies), acted, wasRight: one.isRight(ids) };
}

/** The queries that are right only with the step, and those that are right only without it. */
async function tryStep(engine: Engine, step: StepName, cases: readonly Answered[]) {
  const lost: Answered[] = [];
  const won: Answered[] = [];
  let changed = 0;
  for (const one of cases.filter(({ acted }) => acted.has(step))) {
    const { bodies } = await engine.prepare(one.locale, one.q, step);
    if (JSON.stringify(bodies) === one.requests) continue;
    changed += 1;
    const isRight = one.isRight(await engine.send(one.locale, bodies));
    if (isRight !== one.wasRight) (isRight ? won : lost).push(one);
  }
  return { lost, won, changed };
}

const sets = ['judged', ...practiceSets, 'look-alikes'];
const shortened = (cases: readonly Case[]): string =>
  cases.map(({ locale, q }) => `${locale} "${q}"`).join(', ');

/** Prints one line per step: the worth in points on each set, and the queries that its absence changes. */
export async function reportAblation(
  engine: Engine,
  sample: Sample,
  lines: Lines,
  { judged, showCases }: { judged: readonly Judged[]; showCases: boolean },
): Promise<void> {
  const cases: Answered[] = [];
  for (const one of casesOf(sample, lines, judged)) cases.push(await answerCase(engine, one));
  const countOf = (set: string, of: readonly Case[]): number =>
    of.filter((one) => one.set === set).length;
  const right = cases.filter(({ wasRight }) => wasRight);
  const cells = (values: readonly string[]): string =>
    values.map((value) => value.padStart(11)).join(' ');
  const share = (set: string): string =>
    ((countOf(set, right) / Math.max(1, countOf(set, cases))) * 100).toFixed(1);
  console.log(`\nworth of each step in points of success in the first three, ${engine.name}`);
  console.log(`  ${'step'.padEnd(34)} ${'from, to'.padEnd(18)} ${cells([...sets, 'changed'])}`);
  console.log(`  ${'all steps'.padEnd(53)} ${cells(sets.map(share))}`);
  for (const step of stepNames) {
    const { from, to, isSafety, writtenFor } = factsOfStep(step);
    const { lost, won, changed } = await tryStep(engine, step, cases);
    const worth = sets.map((set) => {
      const points = ((countOf(set, lost) - countOf(set, won)) / countOf(set, cases)) * 100;
      const acts = cases.some((one) => one.set === set && one.acted.has(step));
      return acts ? `${points.toFixed(2)}${set === writtenFor ? '*' : ''}` : '.';
    });
    const name = `${step}${isSafety ? ' (safety)' : ''}`;
    console.log(
      `  ${name.padEnd(34)} ${`${from}, ${to}`.padEnd(18)} ${cells([...worth, String(changed)])}`,
    );
    if (showCases && lost.length > 0) console.log(`    lost: ${shortened(lost)}`);
    if (showCases && won.length > 0) console.log(`    won: ${shortened(won)}`);
  }
  console.log('  .  the step reads no query of this set    *  the step was written for this set');
}
