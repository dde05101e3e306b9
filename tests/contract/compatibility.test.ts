/** The compatibility page is generated from its data file, and a recorded result replaces the row of the same run. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../tools/compatibility';
import { data, withOutcome } from '../../tools/compatibility/rows';
import { optionsOf } from '../../tools/conformance/options';

const tsx = pathToFileURL(resolve('node_modules/tsx/dist/loader.mjs')).href;
const json = readFileSync(data, 'utf8');
const page = readFileSync('docs/operating/compatibility.md', 'utf8');

describe('docs/operating/compatibility.md', () => {
  it('OPS-06 the compatibility page shows exactly the rows of its data file', async () => {
    expect(await pageOf(page, json)).toBe(page);
    const without = JSON.parse(json) as Record<string, unknown[]>;
    without['stores'] = without['stores']?.slice(1) ?? [];
    expect(await pageOf(page, JSON.stringify(without))).not.toBe(page);
  });

  it('OPS-06 a recorded result replaces the row of the same product, version and tests, and otherwise adds one', () => {
    const tables = JSON.parse(json) as Parameters<typeof withOutcome>[0];
    const [known] = tables.engines;
    if (!known) throw new Error('no row');
    const { product, version, what } = known;
    const outcome = { table: 'engines' as const, product, version, what, result: 'fails' };
    const again = withOutcome(tables, outcome, '2027-01-02');
    expect(again.engines).toHaveLength(tables.engines.length);
    expect(again.engines[0]).toEqual({ ...known, result: 'fails', date: '2027-01-02' });
    const more = withOutcome(tables, { ...outcome, version: '99.0' }, '2027-01-02');
    expect(more.engines).toHaveLength(tables.engines.length + 1);
    expect(more.engines.at(-1)).toMatchObject({ version: '99.0', by: 'hand' });
  });

  it('OPS-06 recording writes the data file of the checkout, and fails outside one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-record-'));
    const script = `
      import { recordOutcome } from ${JSON.stringify(pathToFileURL(resolve('tools/compatibility/rows.ts')).href)};
      const row = { table: 'erp', product: 'Odoo', version: '99.0', what: 'conformance', result: 'works' };
      recordOutcome(row, new Date('2027-01-02T10:00:00Z'));`;
    const record = (): string =>
      execFileSync(process.execPath, ['--import', tsx, '--input-type=module', '-e', script], {
        cwd: folder,
        stdio: 'pipe',
      }).toString();
    expect(record).toThrow(/run it in a checkout/);
    cpSync(data, join(folder, data), { recursive: true });
    record();
    const { erp } = JSON.parse(readFileSync(join(folder, data), 'utf8')) as { erp: unknown[] };
    expect(erp.at(-1)).toEqual({
      by: 'hand',
      product: 'Odoo',
      version: '99.0',
      what: 'conformance',
      result: 'works',
      date: '2027-01-02',
    });
    rmSync(folder, { recursive: true });
  });

  it('OPS-06 the conformance command accepts a product with a version to record, and no version alone', () => {
    const values = {
      erp: 'https://erp.example/',
      token: 'x',
      'auth-mode': 'oidc-token',
      seconds: '15',
      minutes: '10',
    };
    expect(optionsOf({ ...values, record: 'My Odoo 18.0' }).record).toEqual({
      product: 'My Odoo',
      version: '18.0',
    });
    expect(() => optionsOf({ ...values, record: 'Odoo' })).toThrow('--record');
  });
});
