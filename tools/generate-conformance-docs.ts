/** Writes the table in docs/operating/conformance.md from the profiles of the ERP stand-in. */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { startErp, type ErpServer } from '../sandbox/erp/server';
import { AUDIENCE, TOKEN_SECRET, tokenFor } from '../sandbox/erp/testing/client';
import { createWorld } from '../sandbox/seed/create-world';
import { examineErp } from './conformance/examine';
import { pageWithTable, tableOf } from './conformance/table';
import { isCommand } from './is-command';

export const conformancePage = 'docs/operating/conformance.md';

/** The page as generated from the stand-in's profiles. Only reads, so every run gives the same page. */
export async function conformancePaper(
  erp: ErpServer,
  token: string,
  page: string,
): Promise<string> {
  const examined = () =>
    examineErp(
      { base: `${erp.url}/`, patienceMs: 30_000 },
      { token, mayWrite: false, productId: null },
    );
  erp.control.reset();
  const reference = await examined();
  // The table shows the published modules only; integrators examine their own additions.
  const quirks = { 'released-calls-only': true };
  erp.control.profile({ profile: 'odoo16', quirks });
  const odoo16 = await examined();
  erp.control.profile({ profile: 'odoo18', quirks });
  const odoo18 = await examined();
  erp.control.reset();
  const text = pageWithTable(page, tableOf({ reference, odoo16, odoo18 }));
  return format(text, { parser: 'markdown', printWidth: 100 });
}

if (isCommand(import.meta.url)) {
  const world = createWorld({ mediaBase: 'http://127.0.0.1:9/media', products: 60 });
  const erp = await startErp({ world, tokenSecret: TOKEN_SECRET, audience: AUDIENCE });
  const email = world.customers.find(({ login }) => login === 'vet@demo.example')?.email ?? '';
  const page = readFileSync(conformancePage, 'utf8');
  writeFileSync(conformancePage, await conformancePaper(erp, tokenFor(email, Date.now()), page));
  await erp.close();
}
