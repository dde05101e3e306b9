/**
 * The exactly-once test: runs the scenarios of the cart ledger's design in virtual time on the shop's own code, and
 * counts.
 * - Doubled: applied more than once.
 * - Lost: never applied and never reported, although it would have changed something.
 * - Flagged: the customer was asked to check.
 *
 * Doubled and lost must both be 0, except when a sales representative's edit equals the in-doubt edit (seen: 4 and 8 of
 * 4 800).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../../app/ordering/cart/sync/ledger.server';
import { Device } from './cart-proof-device';
import { Plan, type Made } from './cart-proof-plan';
import type { Profile, Scenario } from './cart-proof-scenarios';
import { people, World, type Person } from './cart-proof-shop';

export { profiles, scenarios, type Profile, type Scenario } from './cart-proof-scenarios';

export interface Figures {
  edits: number;
  faults: number;
  crashes: number;
  doubled: number;
  lost: number;
  flagged: number;
  /** Reported to the customer: the cart had been replaced. */
  dropped: number;
  /** Reported to the customer: the ERP rejects the line. Allowed only for poison lines. */
  rejected: number;
  /** Runs that still had pending changes at the end. */
  unsettled: number;
}

const noFigures = (): Figures => ({
  edits: 0,
  faults: 0,
  crashes: 0,
  doubled: 0,
  lost: 0,
  flagged: 0,
  dropped: 0,
  rejected: 0,
  unsettled: 0,
});

const hour = 3_600_000;

export async function runOnce(
  scenario: Scenario,
  profile: Profile,
  seed: number,
  erpMaxSeconds = 130,
): Promise<Figures> {
  const folder = scenario.embedded ? mkdtempSync(join(tmpdir(), 'cart-proof-')) : null;
  const world = new World({
    seed,
    erp: { ...profile.erp, faults: scenario.faults, latestMs: 75_000 },
    site: { cartSyncPath: profile.path, erpMaxSeconds, erpDedupesTx: profile.dedupes },
    instances: scenario.instances,
    networkFaults: scenario.faults,
    memoryLedger: scenario.memoryLedger ?? false,
    storeFaults: scenario.storeFaults ?? 0,
    embeddedFile: folder === null ? null : join(folder, 'shop.db'),
  });
  try {
    return await play(world, scenario);
  } finally {
    await world.store.close();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

async function play(world: World, scenario: Scenario): Promise<Figures> {
  const { id: epoch } = await within(world, knownEpoch(world), 1_000);
  const options = { locks: scenario.locks, epoch };
  const devices = Array.from(
    { length: scenario.devices },
    () => new Device(world, scenario.tabs, options),
  );
  const plan = new Plan(world, scenario, devices);
  plan.start();
  await world.time.run(hour);
  world.calm();
  const visitors = scenario.colleague ? [...people].reverse() : people.slice(0, 1);
  for (const person of visitors) {
    for (const device of devices) if (scenario.colleague) device.signIn(person);
    for (let visit = 0; visit < 2; visit += 1) {
      for (const device of devices) device.wake();
      await world.time.run(hour);
    }
  }
  let unsettled = 0;
  const ledgers = new Map<Person, Ledger>();
  for (const person of visitors) {
    const atRest = await within(world, world.settleDown(person), hour);
    const unsent = devices.reduce((sum, device) => sum + device.unsentOf(person), 0);
    if (!atRest || unsent > 0) unsettled = 1;
    ledgers.set(person, await within(world, world.ledger(person), 60_000));
  }
  return { ...count(world, plan.made, ledgers), unsettled };
}

async function knownEpoch(world: World): Promise<{ id: string }> {
  for (;;) {
    try {
      return await world.store.keyValueStore.epoch('cart:1');
    } catch {
      // The store failed, so the simulated customer requests the page again.
    }
  }
}

/** Runs virtual time until the promise settles and returns its result. */
async function within<T>(world: World, work: Promise<T>, limitMs: number): Promise<T> {
  let result: { value: T } | null = null;
  void work.then((value) => (result = { value }));
  await world.time.run(limitMs);
  const settled = result as { value: T } | null;
  if (settled === null) throw new Error('still running');
  return settled.value;
}

interface Group {
  at: number;
  person: Person;
  product: number;
  sum: number;
  edits: number;
}

function count(world: World, made: readonly Made[], ledgers: ReadonlyMap<Person, Ledger>): Figures {
  const figures = { ...noFigures(), edits: made.length, crashes: world.crashes };
  figures.faults = world.networkFaults + world.store.faultsMade;
  for (const person of people) figures.faults += world.erps[person].faultsMade;
  const silentGroups = new Map<string, Group>();
  for (const one of made) {
    const { uuid, person, product } = one;
    const times = people.reduce(
      (sum, at) => sum + (world.erps[at].applications.get(uuid) ?? 0) * (at === person ? 1 : 2),
      0,
    );
    const settled = ledgers.get(person)?.settled.get(uuid);
    // An edit applied in another customer's cart also counts as doubled.
    if (times > 1) figures.doubled += 1;
    const flagged = settled?.state === 'review' || world.reviewed.has(uuid);
    if (flagged) figures.flagged += 1;
    if (settled?.state === 'dropped') figures.dropped += 1;
    if (settled?.state === 'rejected') figures.rejected += 1;
    if (settled?.state === 'rejected' && !one.poison) figures.lost += 1;
    const isTold = flagged || one.givenUp || world.reported.has(uuid);
    if (times > 0 || isTold || (settled && settled.state !== 'acked')) continue;
    if (!settled && one.unanswered) continue;
    const at = settled?.at ?? world.acked.get(uuid) ?? world.time.now();
    const key = `${person}-${at}-${product}-${settled ? '' : uuid}`;
    const group = silentGroups.get(key) ?? { at, person, product, sum: 0, edits: 0 };
    group.sum += one.quantity;
    group.edits += 1;
    silentGroups.set(key, group);
  }
  for (const { at, person, product, sum, edits } of silentGroups.values()) {
    // Two kinds of edits are not counted as lost, because they would change nothing: plus and minus in one batch, and a
    // minus on a line that does not exist.
    const empty = world.erps[person].quantityAt(product, at) === 0;
    if (sum !== 0 && !(sum < 0 && empty)) figures.lost += edits;
  }
  return figures;
}

export async function runMany(
  scenario: Scenario,
  profile: Profile,
  seeds: readonly number[],
): Promise<Figures> {
  const total = noFigures();
  for (const seed of seeds) {
    const one = await runOnce(scenario, profile, seed);
    for (const key of Object.keys(total) as (keyof Figures)[]) total[key] += one[key];
  }
  return total;
}
