/**
 * `npm run bench -- --against REF`: the processor time of today's pages as a ratio to those of another build.
 *
 * Two processes of the same build differ by a tenth, because V8 optimises them differently. So the ratio comes from
 * several pairs of processes, and the table shows how far the pairs differ. Both shops of a pair share the stand-ins.
 */
import { startSandbox, type Sandbox } from '../../sandbox/start';
import { freePort } from '../../tests/support/free-port';
import { Visitor } from '../../tests/support/visitor';
import { otherBuild } from './other-build';
import { pagesOf, type Target } from './pages';
import { startShopProcess, type ShopProcess } from './processes';
import { median, pairOf, spreadOf, type Round } from './ratios';
import {
  costOf,
  customerPages,
  fillCart,
  frequentPages,
  idleShare,
  signedIn,
  takeSheet,
  underLoad,
} from './speed';

export interface AgainstOptions {
  products: number;
  only: readonly string[] | null;
  pairs: number;
  rounds: number;
  /** Requests to each process before the first round, over all its pages. */
  warm: number;
  /** Requests per round. */
  requests: number;
}

interface Page extends Target {
  who: 'guest' | 'customer';
}

interface Side {
  shop: ShopProcess;
  cookies: Readonly<Record<Page['who'], string>>;
  idle: number;
}

async function startSide(sandbox: Sandbox, port: number, build: string): Promise<Side> {
  const shop = await startShopProcess(port, sandbox.settings, { build });
  const guest = new Visitor(shop.url);
  const customer = await signedIn({ sandbox }, shop.url);
  for (const visitor of [guest, customer]) await takeSheet(visitor);
  const [ofGuest, ofCustomer] = await Promise.all(
    [guest, customer].map(({ jar }) => jar.getCookieString(shop.url)),
  );
  return { shop, cookies: { guest: ofGuest ?? '', customer: ofCustomer ?? '' }, idle: 0 };
}

const loadOf = ({ shop, cookies }: Side, { who, path }: Page, requests: number) => ({
  url: shop.url + path,
  cookie: cookies[who],
  requests,
});

/** Measures one page at both shops in alternation; the shop that comes first changes from round to round. */
async function roundsOf(
  page: Page,
  sides: Readonly<Record<keyof Round, Side>>,
  { rounds, requests }: AgainstOptions,
): Promise<Round[]> {
  const cost = (side: Side): Promise<number> =>
    costOf(loadOf(side, page, requests), side.idle, side.shop);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['now', 'before'] as const) : (['before', 'now'] as const);
    const one = { now: 0, before: 0 };
    for (const name of order) one[name] = await cost(sides[name]);
    measured.push(one);
  }
  return measured;
}

/** A long run says on standard error where it is. */
const tell = (step: string): void => void process.stderr.write(`${step}\n`);

/** Starts one process of each build, and returns the rounds of each page. */
async function measurePair(
  sandbox: Sandbox,
  builds: Readonly<Record<keyof Round, string>>,
  pages: readonly Page[],
  options: AgainstOptions,
): Promise<Round[][]> {
  const [portNow, portBefore] = [await freePort(), await freePort()];
  sandbox.setShopUrl([portNow, portBefore].map((port) => `http://localhost:${port}`));
  fillCart({ sandbox });
  const now = await startSide(sandbox, portNow, builds.now);
  const before = await startSide(sandbox, portBefore, builds.before);
  // Warms all pages before measuring the first, so that V8 does not optimise for one page only.
  const share = Math.ceil(options.warm / pages.length);
  tell('both shops run; warming up');
  for (const page of pages)
    for (const side of [now, before]) await underLoad(loadOf(side, page, share));
  for (const side of [now, before]) side.idle = await idleShare(side.shop);
  const measured: Round[][] = [];
  for (const page of pages) {
    tell(`${page.who}, ${page.name}`);
    measured.push(await roundsOf(page, { now, before }, options));
  }
  for (const { shop } of [now, before]) await shop.stop();
  return measured;
}

const shown = (figure: number): number => Number(figure.toFixed(2));

export async function printAgainst(reference: string, options: AgainstOptions): Promise<void> {
  const builds = { now: '.', before: otherBuild(reference) };
  const shopUrl = `http://localhost:${await freePort()}`;
  const sandbox = await startSandbox({ shopUrl, ports: 'free', products: options.products });
  await sandbox.search.ready;
  const pages = (
    [
      { who: 'guest', names: frequentPages },
      { who: 'customer', names: customerPages },
    ] as const
  ).flatMap(({ who, names }) =>
    pagesOf(sandbox.world)
      .filter(({ name }) => names.includes(name))
      .filter(({ name }) => options.only?.some((one) => [name, who].includes(one)) ?? true)
      .map((page) => ({ ...page, who })),
  );
  if (pages.length === 0) throw new Error(`--only ${options.only?.join() ?? ''}: no such page`);
  const pairs: Round[][][] = [];
  for (let pair = 1; pair <= options.pairs; pair += 1) {
    tell(`pair ${pair} of ${options.pairs}`);
    pairs.push(await measurePair(sandbox, builds, pages, options));
  }
  await sandbox.close();
  console.log(
    `\nProcessor time of a page against ${reference}, Node ${process.versions.node}: ` +
      `${options.pairs} pairs of processes, ${options.rounds} rounds of ${options.requests} requests`,
  );
  console.table(
    pages.map(({ who, name }, at) => {
      const found = pairs.map((pair) => pairOf(pair[at] ?? []));
      const { median: ratio, lowest, highest } = spreadOf(found.map((pair) => pair.ratio));
      return {
        who,
        page: name,
        'now ms': shown(median(found.map(({ now }) => now))),
        'before ms': shown(median(found.map(({ before }) => before))),
        ratio: shown(ratio),
        lowest: shown(lowest),
        highest: shown(highest),
      };
    }),
  );
}
