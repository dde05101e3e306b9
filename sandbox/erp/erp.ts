/**
 * The ERP without HTTP: `createErp(...).handle(request)`. It answers contract/erp.md from the
 * shared world, under a profile and quirks, in real or virtual time. `server.ts` is a thin layer over it.
 */
import type { World } from '../world';
import { createTokenReader, type TokenSources } from './account/tokens';
import type { CartVariants, ErpState } from './call';
import { CartRows } from './cart/row-lock';
import { Clock } from './clock';
import { createControl, type Control, type Knobs } from './controls';
import { Faults } from './faults';
import { Handler } from './handler';
import type { ErpRequest, ErpResponse } from './protocol/exchange';
import { Quirks, type Profile, type QuirkSwitches } from './quirks';
import { RequestLog } from './request-log';
import { realScheduler, type Scheduler } from './scheduler';
import { Variants } from './sale/variants';
import { seedRecords } from './store/seed-records';
import { openStore } from './store/store';
import { createChance } from '../seed/random';

export interface ErpOptions extends TokenSources {
  world: World;
  /** A file, or `:memory:`. A file that already holds this world's records is taken over as it is. */
  dbFile?: string;
  scheduler?: Scheduler;
  /** The date; by default the scheduler's. A test may hold it still, waiting goes on by the scheduler. */
  now?: () => Date;
  profile?: Profile;
  quirks?: QuirkSwitches;
  /** Without one there are no `_sandbox/` paths. */
  controlKey?: string;
  /** Origins a payment may return to; absent: any http(s) address. */
  returnOrigins?: readonly string[];
  /** The address browsers reach the ERP at; the server sets it once its port is known. */
  publicUrl?: string;
  /** How long the sales team takes to cancel a back order (19.3); 0 is at once. */
  cancelDelayMs?: number;
  log?: (entry: Record<string, unknown>) => void;
}

export interface Erp {
  handle(request: ErpRequest): Promise<ErpResponse>;
  readonly control: Control;
  setPublicUrl(url: string): void;
  close(): void;
}

const CART_DEFAULTS: CartVariants = { dedup: null, empty: '204', success: 201, options: true };

export function createErp(options: ErpOptions): Erp {
  const scheduler = options.scheduler ?? realScheduler();
  const quirks = new Quirks(options.profile ?? 'seed', options.quirks ?? {});
  const store = openStore(options.dbFile ?? ':memory:');
  const { now } = options;
  const outside = () => (now ? now().getTime() : scheduler.now());
  let publicUrl = options.publicUrl ?? 'http://erp.invalid';
  const erp: ErpState = {
    world: options.world,
    variants: new Variants(options.world),
    store,
    quirks,
    clock: new Clock(outside),
    scheduler,
    cartVariants: { ...CART_DEFAULTS },
    publicUrl: () => publicUrl,
    returnOrigins: options.returnOrigins,
    cancelDelayMs: options.cancelDelayMs ?? 0,
    secret: store.secret(),
  };
  if (store.seededFor() !== options.world.seed) seedRecords(erp);
  const chance = createChance(`${options.world.seed}|row lock`);
  let draws = 0;
  const random = () => {
    draws += 1;
    return chance.unit(String(draws));
  };
  const knobs: Knobs = {
    erp,
    rows: new CartRows(scheduler, quirks, random),
    faults: new Faults(),
    requests: new RequestLog(),
    availability: { up: true },
    cartDefaults: CART_DEFAULTS,
  };
  const control = createControl(knobs);
  const handler = new Handler({
    ...knobs,
    control,
    controlKey: options.controlKey,
    // Tokens are judged by the date outside: moving the ERP's own date does not end sessions.
    readToken: createTokenReader(options, outside),
    log: options.log ?? (() => undefined),
  });
  return {
    handle: (request) => handler.handle(request),
    control,
    setPublicUrl: (url) => {
      publicUrl = url.replace(/\/$/, '');
    },
    close: () => {
      store.close();
    },
  };
}
