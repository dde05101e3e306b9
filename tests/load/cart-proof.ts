/**
 * The exactly-once proof: scenarios of the design of the cart ledger, run in virtual time over the shop's
 * own code, and counted. Doubled: applied more than once. Lost: never applied, nobody told, although it
 * would have changed something. Flagged: the customer was asked to look. Both must be 0 but for a
 * sales representative whose edit equals the doubtful one (seen: 4 and 8 of 4 800).
 */
import { formUuid } from '../../app/features/cart/form-uuid.server';
import type { Ledger } from '../../app/features/cart/sync/ledger.server';
import type { ErpModel } from './cart-proof-erp';
import { Device, World } from './cart-proof-shop';

export interface Scenario {
  name: string;
  devices: number;
  tabs: number;
  locks: boolean;
  faults: number;
  instances: number;
  crashes: number;
  memoryLedger?: boolean;
  /** Edits by somebody else during the run. */
  repEdits?: number;
  /** Lines added by plain forms as well, with double clicks. */
  forms?: number;
  /** The cart becomes an order elsewhere, once. */
  confirmed?: boolean;
  editsPerTab?: number;
}

export interface Profile {
  name: 'seed' | 'odoo16' | 'dedupes';
  erp: Pick<ErpModel, 'dedup' | 'pathOnly'>;
  path: string;
  dedupes: boolean;
}

export const profiles: readonly Profile[] = [
  { name: 'seed', erp: { dedup: 'skip', pathOnly: false }, path: 'v2/cart/sync', dedupes: false },
  {
    name: 'odoo16',
    erp: { dedup: 'none', pathOnly: true },
    path: 'carts/{uuid}/sync',
    dedupes: false,
  },
  {
    name: 'dedupes',
    erp: { dedup: 'strict', pathOnly: true },
    path: 'carts/{uuid}/sync',
    dedupes: true,
  },
];

const basic = { locks: true, instances: 2, crashes: 0, devices: 1, tabs: 1 };
export const scenarios: readonly Scenario[] = [
  { ...basic, name: '3 tabs, no lock, 0 faults', tabs: 3, locks: false, faults: 0 },
  { ...basic, name: '1 tab, 5 % faults', faults: 0.05, crashes: 1 },
  { ...basic, name: '1 tab, 30 %', faults: 0.3, crashes: 2 },
  { ...basic, name: '3 tabs, no lock, 30 %', tabs: 3, locks: false, faults: 0.3, crashes: 2 },
  { ...basic, name: '2 devices × 2 tabs, 30 %', devices: 2, tabs: 2, faults: 0.3, crashes: 2 },
  { ...basic, name: 'plain forms, double clicks, 30 %', faults: 0.3, crashes: 2, forms: 8 },
  { ...basic, name: 'cart confirmed elsewhere, 30 %', tabs: 2, faults: 0.3, confirmed: true },
  {
    ...basic,
    name: 'memory ledger, 1 tab, 30 %',
    faults: 0.3,
    crashes: 2,
    instances: 1,
    memoryLedger: true,
  },
  { ...basic, name: '2 devices + 1 rep edit, 5 %', devices: 2, tabs: 2, faults: 0.05, repEdits: 1 },
  {
    ...basic,
    name: '2 devices + 6 rep edits, 30 %',
    devices: 2,
    tabs: 2,
    faults: 0.3,
    crashes: 2,
    repEdits: 6,
  },
];

export interface Figures {
  edits: number;
  faults: number;
  crashes: number;
  doubled: number;
  lost: number;
  flagged: number;
  /** Told: the cart had been replaced. */
  dropped: number;
  /** Runs that did not come to rest. */
  unsettled: number;
}

export const noFigures = (): Figures => ({
  ...{ edits: 0, faults: 0, crashes: 0, doubled: 0, lost: 0, flagged: 0, dropped: 0, unsettled: 0 },
});

interface Made {
  uuid: string;
  product: number;
  quantity: number;
  /** A form whose answer never came shows the browser's own error page: its customer knows. */
  unanswered?: boolean;
}

const products = [11, 12, 13, 14];
const hour = 3_600_000;

function plan(world: World, scenario: Scenario, devices: readonly Device[], made: Made[]): void {
  const { random, time } = world;
  const pick = (): number => products[Math.floor(random() * products.length)] ?? 11;
  const later = (run: () => void | Promise<void>, withinMs: number): void => {
    void time.sleep(random() * withinMs).then(run);
  };
  for (const device of devices) {
    for (let tab = 0; tab < scenario.tabs; tab += 1) {
      for (let edit = 0; edit < (scenario.editsPerTab ?? 8); edit += 1) {
        later(() => {
          const product = pick();
          const quantity = random() < 0.25 ? -1 : 1 + Math.floor(random() * 3);
          const uuid = device.edit(tab, product, quantity);
          if (uuid) made.push({ uuid, product, quantity });
        }, 600_000);
      }
    }
  }
  for (let form = 0; form < (scenario.forms ?? 0); form += 1) {
    later(async () => {
      const token = world.uuid();
      const edits = [pick(), 21, 22].map((product) => ({
        ...{ uuid: formUuid(token, String(product)), productId: product, quantity: 2 },
      }));
      const lines = edits.map(({ uuid, productId: product, quantity }) => ({
        ...{ uuid, product, quantity, unanswered: true },
      }));
      made.push(...lines);
      const answered = (): void => lines.forEach((line) => (line.unanswered = false));
      // Clicked twice, and sent again much later from the history.
      await world.form(edits, 2, answered);
      await time.sleep(random() * 200_000);
      await world.form(edits, 1, answered);
    }, 600_000);
  }
  for (let edit = 0; edit < (scenario.repEdits ?? 0); edit += 1)
    later(() => world.erp.editByOther(pick(), random() < 0.5 ? 1 : 2), 600_000);
  for (let crash = 0; crash < scenario.crashes; crash += 1) later(() => world.crash(), 600_000);
  if (scenario.confirmed) later(() => world.erp.confirmElsewhere(), 600_000);
}

export async function runOnce(
  scenario: Scenario,
  profile: Profile,
  seed: number,
  erpMaxSeconds = 130,
): Promise<Figures> {
  const world = new World({
    seed,
    erp: { ...profile.erp, faults: scenario.faults, latestMs: 75_000 },
    site: { cartSyncPath: profile.path, erpMaxSeconds, erpDedupesTx: profile.dedupes },
    instances: scenario.instances,
    networkFaults: scenario.faults,
    memoryLedger: scenario.memoryLedger ?? false,
  });
  const { id: epoch } = await started(world);
  const options = { locks: scenario.locks, epoch };
  const devices = Array.from(
    { length: scenario.devices },
    () => new Device(world, scenario.tabs, options),
  );
  const made: Made[] = [];
  plan(world, scenario, devices, made);
  await world.time.run(hour);
  world.calm();
  for (let visit = 0; visit < 2; visit += 1) {
    for (const device of devices) device.wake();
    await world.time.run(hour);
  }
  let atRest = false;
  void world.settleDown().then((result) => void (atRest = result));
  await world.time.run(hour);
  let ledger: Ledger | null = null;
  void world.ledger().then((value) => void (ledger = value));
  await world.time.run(60_000);
  const unsent = devices.reduce((sum, device) => sum + device.unsent, 0);
  return count(world, made, ledger, atRest && unsent === 0);
}

async function started(world: World): Promise<{ id: string }> {
  let epoch = { id: '' };
  void world.store.records.epoch().then((value) => void (epoch = value));
  await world.time.run(10);
  return epoch;
}

function count(
  world: World,
  made: readonly Made[],
  ledger: Ledger | null,
  atRest: boolean,
): Figures {
  const figures = { ...noFigures(), edits: made.length, unsettled: atRest ? 0 : 1 };
  figures.faults = world.erp.faultsMade + world.networkFaults;
  figures.crashes = world.crashes;
  const silentGroups = new Map<
    string,
    { at: number; product: number; sum: number; edits: number }
  >();
  for (const { uuid, product, quantity, unanswered } of made) {
    const times = world.erp.applications.get(uuid) ?? 0;
    const settled = ledger?.settled.get(uuid);
    if (times > 1) figures.doubled += 1;
    const flagged = settled?.state === 'review' || world.reviewed.has(uuid);
    if (flagged) figures.flagged += 1;
    if (settled?.state === 'dropped') figures.dropped += 1;
    if (times > 0 || flagged || (settled && settled.state !== 'acked')) continue;
    if (!settled && unanswered) continue;
    const at = settled?.at ?? world.acked.get(uuid) ?? world.time.now();
    const key = `${at}-${product}-${settled ? '' : uuid}`;
    const group = silentGroups.get(key) ?? { at, product, sum: 0, edits: 0 };
    group.sum += quantity;
    group.edits += 1;
    silentGroups.set(key, group);
  }
  for (const { at, product, sum, edits } of silentGroups.values()) {
    // Nothing to see either way: plus and minus in one batch, or a minus on a line that is not there.
    const noEffect = sum === 0 || (sum < 0 && world.erp.quantityAt(product, at) === 0);
    if (!noEffect) figures.lost += edits;
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
