/**
 * The ERP without HTTP: `createErp(...).handle(request)`. It implements contract/erp.md with the records of the shared
 * world, a profile and quirks, in real or virtual time. `server.ts` adds HTTP.
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
  /** A file, or `:memory:`. Records of this world in an existing file are reused unchanged. */
  dbFile?: string;
  scheduler?: Scheduler;
  /** The ERP's date; default: that of the scheduler. A test may freeze it, while waits follow the scheduler. */
  now?: () => Date;
  profile?: Profile;
  quirks?: QuirkSwitches;
  /** Without a key, the `_sandbox/` paths do not exist. */
  controlKey?: string;
  /** Origins that a payment may redirect to; absent: any http(s) address. */
  returnOrigins?: readonly string[];
  /** Public address of the ERP for browsers. The server sets it once its port is known. */
  publicUrl?: string;
  /** Delay until the sales team cancels a back order (19.3); 0 cancels at once. */
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
    // Tokens expire by the real date: advancing the ERP's date ends no sessions.
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
