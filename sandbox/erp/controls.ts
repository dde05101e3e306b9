/**
 * Controls of the ERP stand-in for tests in the same process (contract/erp.md section 21); `control-routes.ts` offers
 * them over HTTP.
 */
import { createRecordControl, type RecordControl } from './control-records';
import type { CartVariants, ErpState } from './call';
import type { CartRows } from './cart/row-lock';
import type { FaultInput, Faults } from './faults';
import type { LoggedRequest, RequestLog } from './request-log';
import { badRequest } from './protocol/exchange';
import type { Profile, QuirkSwitches } from './quirks';
import { seedRecords } from './store/seed-records';
import type { InboxRecord, MailRecord } from './store/records';

/** State that the controls change. */
export interface Knobs {
  erp: ErpState;
  rows: CartRows;
  faults: Faults;
  requests: RequestLog;
  availability: { up: boolean };
  cartDefaults: CartVariants;
}

export interface Control extends RecordControl {
  /** Restores the seeded records and the profile of the start; `now` sets the date. */
  reset(options?: { seed?: string | undefined; now?: Date | undefined }): void;
  profile(input: { profile?: Profile | undefined; quirks?: QuirkSwitches | undefined }): {
    profile: Profile;
    quirks: Record<string, boolean>;
  };
  fault(input: FaultInput): void;
  clearFaults(): void;
  availability(up: boolean): void;
  /** Locks the customer's cart row for this time, so that writes wait. */
  lock(customerId: number, seconds: number): void;
  cart(variants: Partial<CartVariants>): CartVariants;
  mails(): MailRecord[];
  inbox(): InboxRecord[];
  requests(): LoggedRequest[];
  forgetRequests(): void;
  clock: {
    now(): Date;
    /** Advances the date. Calls that wait continue to wait. */
    advance(ms: number): void;
  };
}

export function createControl(knobs: Knobs): Control {
  const { erp, rows, faults, requests, availability } = knobs;
  return {
    ...createRecordControl(erp),
    reset(options = {}) {
      if (options.seed !== undefined && options.seed !== erp.world.seed)
        throw badRequest(`This ERP was started with the world "${erp.world.seed}"`);
      faults.clear();
      rows.reset();
      requests.clear();
      availability.up = true;
      erp.quirks.reset();
      Object.assign(erp.cartVariants, knobs.cartDefaults);
      erp.clock.reset(options.now ?? null);
      seedRecords(erp);
    },
    profile(input) {
      erp.quirks.change(input.profile, input.quirks ?? {});
      return erp.quirks.inForce();
    },
    fault: (input) => {
      faults.add(input);
    },
    clearFaults: () => {
      faults.clear();
    },
    availability: (up) => {
      availability.up = up;
    },
    lock: (customerId, seconds) => {
      rows.lock(customerId, seconds * 1000);
    },
    cart: (variants) => Object.assign(erp.cartVariants, variants),
    mails: () => erp.store.mails.find({}),
    inbox: () => erp.store.inbox.find({}),
    requests: () => requests.all(),
    forgetRequests: () => {
      requests.clear();
    },
    clock: {
      now: () => new Date(erp.clock.now()),
      advance: (ms) => {
        erp.clock.advance(ms);
      },
    },
  };
}
