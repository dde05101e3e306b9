/** Measures the ERP and search calls behind each page, how many wait for one another, and how long they take. */
import { signIn } from '../../tests/support/shop';
import { until } from '../../tests/support/until';
import { Visitor } from '../../tests/support/visitor';
import { pagesOf, type Target } from './pages';
import type { MeasuredShop } from './processes';

const erpMs = 100;
const searchMs = 30;
/**
 * Log times are whole milliseconds, so a call that seems to start up to this long before another ended still counts as
 * waiting for it.
 */
const slackMs = 3;
const login = 'vet@demo.example';
/** Pages that redirect a guest to the sign-in page. */
const ownPages = new Set(['confirm', 'account']);

interface Call {
  service: string;
  from: number;
  to: number;
}

function callOf(line: Record<string, unknown>): Call {
  const to = Date.parse(String(line['time']));
  return { service: String(line['event']).split('.')[0] ?? '', from: to - Number(line['ms']), to };
}

/** Returns the length of the longest chain in which each call started after the previous one had ended. */
function depthOf(calls: readonly Call[]): number {
  const depths = new Map<Call, number>();
  for (const call of [...calls].sort((a, b) => a.from - b.from)) {
    const before = [...depths].filter(([{ to }]) => to <= call.from + slackMs);
    depths.set(call, 1 + Math.max(0, ...before.map(([, depth]) => depth)));
  }
  return Math.max(0, ...depths.values());
}

async function view({ lines }: MeasuredShop, visitor: Visitor, { path }: Target) {
  const from = lines.length;
  const started = performance.now();
  const page = await visitor.get(path);
  const ms = performance.now() - started;
  const reference = page.headers.get('x-request-id');
  const ofPage = () => lines.slice(from).filter((line) => line['reference'] === reference);
  // The shop logs the request line last.
  await until(() => ofPage().some((line) => line['event'] === 'request.answered'));
  const calls = ofPage()
    .filter((line) => /^(erp|search)\.called$/.test(String(line['event'])))
    .map(callOf);
  const count = (service: string): number =>
    calls.filter((call) => call.service === service).length;
  return `${count('erp')}+${count('search')}, ${depthOf(calls)}, ${Math.round(ms)}`;
}

/** `first` is the first view of a session in a warm process; `again` is the next one. */
export async function printCalls(shop: MeasuredShop): Promise<void> {
  const { url, sandbox } = shop;
  const persona = sandbox.world.customers.find((one) => one.login === login);
  if (!persona) throw new Error(`no sample customer ${login}`);
  const targets = pagesOf(sandbox.world);
  const rows: Record<string, string | number>[] = [];
  sandbox.search.faults.set({ delayMs: searchMs });
  sandbox.erp.control.fault({ match: { path: '*' }, delay_ms: erpMs, times: 1_000_000 });
  shop.record(true);
  for (const who of ['guest', 'customer'] as const) {
    for (const target of targets) {
      if (who === 'guest' && ownPages.has(target.name)) continue;
      const visitor = new Visitor(url);
      if (who === 'customer') await signIn(visitor, persona.login, persona.password, '/fr/consent');
      const first = await view(shop, visitor, target);
      rows.push({ who, page: target.name, first, again: await view(shop, visitor, target) });
    }
  }
  shop.record(false);
  sandbox.search.faults.clear();
  sandbox.erp.control.clearFaults();
  console.log(
    `\nCalls (ERP+search), how deep, ms until the page is there; ERP ${erpMs} ms a call, search ${searchMs} ms`,
  );
  console.table(rows);
}
