/** The phases of the deployment test and their results. */
import { launchBrowser } from '../../tests/support/browser';
import { createWorld } from '../../sandbox/seed/create-world';
import type { Browser } from 'playwright';
import { examineErp } from '../../tools/conformance/examine';
import { orderJourney, type JourneyOptions } from './journey';
import { until, type Server } from './process';
import { startWholeSet, type GivenServers, type WholeSet } from './servers';
import { startLoad, type Load } from './load';
import { newTally, type Customer, type Goods, type Tally } from './shopper';

const locales = ['fr', 'nl', 'en'] as const;
const say = (line: string): void =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const mostShown = 8;
/** Time for connections to reopen and circuit breakers to close on a shared machine. */
const recoveryMs = 60_000;

function figures(name: string, tally: Tally): string {
  const { requests, failed, faceless, signedOut, edits } = tally;
  return `${name.padEnd(28)} requests ${requests}, failed ${failed} (${faceless} without words), edits ${edits}, signed out ${signedOut}`;
}

/** Returns customers and products of the sample world, different ones for each shopper. */
function sampleOf(products: number) {
  const world = createWorld({ mediaBase: 'http://media.invalid', products });
  const customers = world.customers.filter(
    (one) => one.featured && one.canOrder && one.email !== '',
  );
  const goods = [...world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite && one.sku,
  );
  return { customers, goods: goods.map(({ id, sku }) => ({ id, sku })) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function deaths(mortal: readonly Server[], load: Load): Promise<void> {
  for (const one of mortal) {
    load.phase(`${one.name} killed`, true);
    say(`kill -9 ${one.name}`);
    await one.kill();
    await pause(2_000);
    await one.start();
    say(`${one.name} is back`);
    if (!(await load.recovered(recoveryMs)))
      throw new Error(`customers still meet failures ${recoveryMs} ms after ${one.name} is back`);
    say('every customer is served again');
    load.phase('between the deaths');
    await pause(1_000);
  }
}

async function rollingDeploy(set: WholeSet, load: Load, next: string): Promise<void> {
  load.phase('rolling deploy');
  const before = await set.version(0);
  for (const shop of set.shops) {
    say(`deploy ${shop.name}`);
    await set.deploy(shop, next);
    await pause(2_500);
  }
  const after = await Promise.all([set.version(0), set.version(1)]);
  say(`instances ran ${before}, run ${after.join(', ')}`);
  if (after.includes(before)) throw new Error(`the build in ${next} is no other one`);
}

/**
 * Returns why the ERP cannot take an order, as `npm run conformance` reports it with a token of the provider. Empty
 * when it can.
 */
async function stopsAt(set: WholeSet, customer: Customer): Promise<readonly string[]> {
  const target = { base: `${set.erpUrl}/`, patienceMs: 20_000, ends: AbortSignal.timeout(180_000) };
  const token = await set.tokenOf(customer);
  const { calls, stops } = await examineErp(target, { token, mayWrite: false, productId: null });
  const present = calls.filter(({ presence }) => presence === 'present').length;
  say(`conformance with a token of the provider: ${present} of ${calls.length} calls present`);
  return stops;
}

interface Outcome {
  orders: number;
  doubled: number;
  lost: number;
}

export interface Verdict extends Outcome {
  /** Number of orders that the journeys try to place. */
  wanted: number;
  requests: number;
  failed: number;
  /** Failures while every server was running: step, status and page text. */
  unexpected: readonly string[];
  /** Number of failures without an error page that explains them. */
  faceless: number;
  edits: number;
  signedOut: number;
  /** Reasons why the ERP cannot take orders. */
  stops: readonly string[];
}

async function journeys(
  browser: Browser,
  tally: Tally,
  plans: readonly Omit<JourneyOptions, 'between'>[],
): Promise<Outcome> {
  const outcome = { orders: 0, doubled: 0, lost: 0 };
  for (const plan of plans) {
    const between = (): Promise<void> => Promise.resolve();
    const { order, doubled, lost } = await orderJourney(browser, tally, { ...plan, between });
    say(`${plan.locale}, ${plan.script ? 'with' : 'without'} script: order ${order || '?'}`);
    outcome.orders += order ? 1 : 0;
    outcome.doubled += doubled;
    outcome.lost += lost;
  }
  return outcome;
}

function plansFor(url: string, customer: Customer, goods: readonly Goods[], short: boolean) {
  const every = locales.flatMap((locale) => [false, true].map((script) => ({ locale, script })));
  const chosen = short ? every.filter((_, at) => at === 0 || at === 3) : every;
  return chosen.map((one) => ({ url, customer, goods, ...one }));
}

/** Prints the counts by phase and in total, with the first failures of each phase. */
function told(
  tallies: ReadonlyMap<string, Tally>,
  outcome: Outcome,
  wanted: number,
  stops: readonly string[] = [],
): Verdict {
  const tell = console.log;
  for (const [name, tally] of tallies) {
    tell(figures(name, tally));
    for (const line of tally.told.slice(0, mostShown)) tell(`    ${line}`);
  }
  const sum = (pick: (tally: Tally) => number): number =>
    [...tallies.values()].reduce((total, tally) => total + pick(tally), 0);
  const verdict: Verdict = {
    ...outcome,
    wanted,
    stops,
    requests: sum((tally) => tally.requests),
    failed: sum((tally) => tally.failed),
    unexpected: [...tallies].flatMap(([name, tally]) =>
      tally.isFault ? [] : tally.told.map((line) => `${name}: ${line}`),
    ),
    faceless: sum((tally) => tally.faceless),
    edits: sum((tally) => tally.edits),
    signedOut: sum((tally) => tally.signedOut),
  };
  const { orders, requests, failed, unexpected, faceless, edits, doubled, lost, signedOut } =
    verdict;
  tell(
    `orders ${orders} of ${wanted}, requests ${requests}, failed ${failed} (${unexpected.length} while every server lived, ${faceless} without words), edits ${edits}, doubled ${doubled}, lost ${lost}, signed out ${signedOut}`,
  );
  for (const line of stops) tell(`    no order can be taken: ${line}`);
  return verdict;
}

/**
 * True when the ERP takes orders and every order was placed. In addition, no edit was doubled or lost, no customer was
 * signed out, and requests failed only while a server was down, with an error page.
 */
export function isKept(verdict: Verdict): boolean {
  const { doubled, lost, signedOut, unexpected, faceless, stops } = verdict;
  const bad = [doubled, lost, signedOut, unexpected.length, faceless, stops.length];
  return (
    verdict.orders === verdict.wanted && verdict.requests > 0 && bad.every((count) => count === 0)
  );
}

export async function proveSet(options: {
  short: boolean;
  /** Folder with a build of another commit. */
  next: string;
  products: number;
  /** Servers that already run, for the deployment to use. */
  given?: GivenServers;
  /** Milliseconds between two rounds of a customer. */
  readMs?: number;
}): Promise<Verdict> {
  const { short, products, next, given, readMs } = options;
  const set = await startWholeSet({ products, say, ...(given ? { given } : {}) });
  const browser = await launchBrowser();
  try {
    say(`the set is open at ${set.url}`);
    const { customers, goods } = sampleOf(products);
    const [orderer, ...others] = customers;
    if (!orderer) throw new Error('no sample customer may order');
    const people = others.slice(0, short ? 2 : 4).map((customer, at) => ({
      customer,
      goods: goods[at + 4] ?? { id: 0, sku: '' },
    }));
    const load = await startLoad(set.url, people, readMs);
    load.phase('warming up', true);
    // A search engine that has just started responds slowly at first.
    await until(() => Promise.resolve(load.rounds() >= 3 * people.length), 120_000);
    load.phase('steady');
    const plans = plansFor(set.url, orderer, goods.slice(0, 3), short);
    const half = Math.ceil(plans.length / 2);
    const calm = newTally();
    const before = await journeys(browser, calm, plans.slice(0, half));
    // The remaining orders are placed while servers die.
    const shaken = newTally(true);
    const [, during] = await Promise.all([
      deaths(short ? set.mortal.slice(0, 2) : set.mortal, load),
      journeys(browser, shaken, plans.slice(half)),
    ]);
    await rollingDeploy(set, load, next);
    load.phase('at rest');
    const counted = await load.end();
    const stops = await stopsAt(set, orderer);
    const tallies = new Map<string, Tally>([
      ...load.tallies,
      ['Chromium, all servers alive', calm],
      ['Chromium while servers die', shaken],
    ]);
    return told(
      tallies,
      {
        orders: before.orders + during.orders,
        doubled: before.doubled + during.doubled + counted.doubled,
        lost: before.lost + during.lost + counted.lost,
      },
      plans.length,
      stops,
    );
  } finally {
    await browser.close();
    await set.stop();
  }
}

export async function proveAddress(
  url: string,
  customer: Customer,
  goods: readonly Goods[],
): Promise<Verdict> {
  const browser = await launchBrowser();
  const tally = newTally();
  try {
    const plans = plansFor(url.replace(/(?<!\/)\/+$/, ''), customer, goods, false);
    const outcome = await journeys(browser, tally, plans);
    return told(new Map([['steady', tally]]), outcome, plans.length);
  } finally {
    await browser.close();
  }
}
