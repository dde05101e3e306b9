import { describe, expect, it } from 'vitest';
import {
  isCall,
  matches,
  parseLine,
  summarise,
  tableOf,
  type LogEntry,
} from '../../scripts/log-lines';

const line = (fields: object): string =>
  JSON.stringify({
    time: '2026-11-20T10:00:00.000Z',
    level: 'info',
    event: 'erp.called',
    reference: 'abc123',
    customer: 'C1',
    method: 'GET',
    path: 'sales/{id}',
    status: 200,
    ms: 12,
    attempts: 1,
    ...fields,
  });
const entry = (fields: object): LogEntry => {
  const parsed = parseLine(line(fields));
  if (!parsed) throw new Error('not a log line');
  return parsed;
};

describe('the log reader for support', () => {
  it('OPS-03 follows one reference or one customer', () => {
    expect(matches(entry({}), { reference: 'abc123', failuresOnly: false })).toBe(true);
    expect(matches(entry({}), { reference: 'other', failuresOnly: false })).toBe(false);
    expect(matches(entry({ customer: 'C2' }), { customer: 'C1', failuresOnly: false })).toBe(false);
  });

  it('OPS-03 shows only failures, or only slow calls', () => {
    expect(matches(entry({}), { failuresOnly: true })).toBe(false);
    expect(matches(entry({ status: 503, level: 'warn' }), { failuresOnly: true })).toBe(true);
    expect(matches(entry({ ms: 900 }), { failuresOnly: false, slowerThanMs: 1000 })).toBe(false);
    expect(matches(entry({ ms: 1100 }), { failuresOnly: false, slowerThanMs: 1000 })).toBe(true);
  });

  it('OPS-03 says in one line what was called and what became of it', () => {
    const shown = summarise(
      entry({ status: null, ms: 8000, attempts: 2, error: 'timeout', level: 'warn' }),
    );
    expect(shown).toContain('abc123');
    expect(shown).toContain('GET sales/{id} (2 tries) timeout');
    expect(shown).toContain('8000 ms');
  });

  it('OPS-03 counts calls by path with failures and percentiles', () => {
    const calls = [1, 2, 3, 4, 100]
      .map((ms) => entry({ ms }))
      .concat(entry({ path: 'carts/sync', method: 'POST', status: 500 }));
    expect(calls.every(isCall)).toBe(true);
    const [, first, second] = tableOf(calls).split('\n');
    expect(first?.split(/\s{2,}/)).toEqual(['erp GET sales/{id}', '5', '0', '3', '100', '100']);
    expect(second).toContain('erp POST carts/sync');
    expect(second?.trim().split(/\s{2,}/)[2]).toBe('1');
  });

  it('OPS-03 passes over what is no log line', () => {
    expect(parseLine('Warning: something')).toBeNull();
    expect(parseLine('{"other":1}')).toBeNull();
  });
});
