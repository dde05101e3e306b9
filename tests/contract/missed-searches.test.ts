import { expect, it } from 'vitest';
import { missedIn, missedTable } from '../../tools/missed-searches';

const line = (searches: object[]): string => JSON.stringify({ event: 'search.missed', searches });

it('SRCH-08 daily counts of searches without hits are summed over all processes, the most frequent first', () => {
  const text = { locale: 'nl', text: 'nexgard', sessions: 6, times: 9 };
  const lines = [
    line([text, { locale: 'fr', text: 'arnica', sessions: 8, times: 8 }]),
    line([text]),
    '{"event":"search.called"}',
    'no log line',
  ];
  const table = missedTable(lines.flatMap(missedIn)).split('\n');
  expect(table).toHaveLength(3);
  expect(table[1]).toMatch(/12\s+18\s+nl\s+nexgard/);
  expect(table[2]).toMatch(/8\s+8\s+fr\s+arnica/);
});

it('SRCH-08 P-72 terminal control characters in a search without hits are not printed', () => {
  const hostile = { locale: 'fr', text: '\u001B[31mrouge\u001B[2J', sessions: 5, times: 5 };
  expect(missedTable(missedIn(line([hostile])))).not.toContain('\u001B');
});
