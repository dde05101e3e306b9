import { expect, it } from 'vitest';
import type { z } from 'zod';
import { translator } from '~/base/i18n/translate';
import type { PageRequest } from '~/base/page/page';
import { findRebates } from '../../../catalogue/products/rebates.server';

/** A customer's request with only the parts that the rebates use. */
function pageWith(rules: readonly unknown[]): PageRequest {
  const program = { id: 7, name: 'RFA 2026', program_type: 'rfa', rules };
  const page: unknown = {
    locale: 'fr',
    t: translator('fr'),
    context: {
      session: { kind: 'customer', customer: { owner: 'issuer|anne' } },
      site: { tags: { fr: 'fr-BE' } },
      clock: { now: () => new Date('2026-06-10T10:00:00Z') },
      log: { warn: () => undefined },
      cache: { get: (_key: string, _options: unknown, load: () => Promise<unknown>) => load() },
      search: { search: () => Promise.resolve({ hits: [{ _source: program }] }) },
      keyValueStore: { read: () => Promise.resolve(null), write: () => Promise.resolve('1') },
      erp: {
        call: (_call: unknown, schema: z.ZodType) =>
          Promise.resolve({
            kind: 'ok',
            status: 200,
            body: schema.parse({
              program: { id: 7, date_from: '2026-01-01', date_to: '2026-12-31' },
            }),
          }),
      },
    },
  };
  return page as PageRequest;
}

const year = { gte: '2026-01-01', lte: '2026-12-31' };
const half = { gte: '2026-01-01', lte: '2026-06-30' };

it('LOY-01 SRCH-05 names of loyalty rules of one program state their period, and a number if the periods are equal', async () => {
  const { ruleNames } = await findRebates(
    pageWith([
      { id: 1, time_frame: year },
      { id: 2, time_frame: year },
      { id: 3, time_frame: half },
    ]),
  );
  const names = [...ruleNames.values()];
  expect(new Set(names).size).toBe(3);
  expect(names[0]).toMatch(/^RFA 2026, 01\/01\/2026 – 31\/12\/2026, règle 1$/);
  expect(names[1]).toMatch(/, règle 2$/);
  expect(names[2]).toBe('RFA 2026, 01/01/2026 – 30/06/2026');
});

it('LOY-01 a loyalty rule without a time frame is never valid, and a missing bound leaves the time frame open', async () => {
  const { ruleIds } = await findRebates(
    pageWith([
      { id: 1, time_frame: null },
      { id: 2 },
      { id: 3, time_frame: { gte: null, lte: false } },
      { id: 4, time_frame: { gte: '2026-01-01' } },
    ]),
  );
  expect(ruleIds).toEqual([4]);
});

it('LOY-01 the only loyalty rule of a program has the name of the program', async () => {
  const { ruleNames } = await findRebates(pageWith([{ id: 1, time_frame: year }]));
  expect([...ruleNames.values()]).toEqual(['RFA 2026']);
});
