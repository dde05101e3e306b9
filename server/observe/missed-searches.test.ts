import { expect, it } from 'vitest';
import { createMissedSearches } from './missed-searches';
import { createLogger } from './logger';

function start(mostSessions?: number) {
  const lines: Record<string, unknown>[] = [];
  const counted: string[] = [];
  let now = Date.parse('2026-11-22T08:00:00Z');
  const write = (line: string): void => {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) lines.push({ ...value });
  };
  const log = createLogger({ level: 'info', version: 'test', destination: { write } });
  const missed = createMissedSearches({
    log,
    metrics: { count: (event) => void counted.push(event) },
    clock: { now: () => new Date(now) },
    ...(mostSessions === undefined ? {} : { mostSessions }),
  });
  return { missed, lines, counted, pass: (ms: number) => (now += ms) };
}

it('SRCH-08 search texts without results of five sessions are reported once a day, without customers', () => {
  const { missed, lines, counted, pass } = start();
  for (let at = 1; at <= 6; at += 1) missed.note('nl', ' Nexgard  ', `customer-${at}`);
  for (let at = 1; at <= 5; at += 1) missed.note('nl', 'wormkaas', `customer-${at}`);
  for (let at = 1; at <= 20; at += 1) missed.note('fr', 'une seule personne', 'customer-1');
  expect(counted).toHaveLength(31);
  expect(lines).toEqual([]);
  pass(86_400_000);
  missed.note('fr', 'le lendemain', 'customer-1');
  const [line] = lines;
  expect(line).toMatchObject({
    event: 'search.missed',
    searches: [
      { locale: 'nl', text: 'nexgard', sessions: 6, times: 6 },
      { locale: 'nl', text: 'wormkaas', sessions: 5, times: 5 },
    ],
  });
  expect(JSON.stringify(line)).not.toContain('customer-');
  missed.stop();
  expect(lines).toHaveLength(1);
});

it('SRCH-08 search texts that may be personal are not stored', () => {
  const { missed, lines } = start();
  for (let at = 1; at <= 9; at += 1) {
    for (const text of ['an.peeters@praktijk.be', '0475 12 34 56', '054-322-111', ''])
      missed.note('fr', text, `s${at}`);
  }
  missed.stop();
  expect(lines).toEqual([]);
});

it('P-63 the number of remembered sessions is limited, while repetitions still count', () => {
  const { missed, lines } = start(12);
  for (let at = 1; at <= 100; at += 1) missed.note('fr', 'introuvable', `robot-${at}`);
  for (let at = 1; at <= 9; at += 1) missed.note('nl', 'wormkaas', `customer-${at}`);
  missed.report();
  for (let at = 1; at <= 5; at += 1) missed.note('nl', 'wormkaas', `customer-${at}`);
  missed.stop();
  expect(lines).toMatchObject([
    { searches: [{ text: 'introuvable', sessions: 12, times: 100 }] },
    { searches: [{ text: 'wormkaas', sessions: 5, times: 5 }] },
  ]);
});
