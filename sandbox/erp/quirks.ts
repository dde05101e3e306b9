/** Profiles and quirks of contract/erp.md 21.1: what the running upstream does otherwise. */
import { z } from 'zod';

/** Every quirk, and whether the profile `odoo16` has it. `seed` has none. */
const IN_ODOO16 = {
  'no-dedup': true,
  'path-uuid-only': true,
  'no-v2-alias': true,
  'action-uuid-ignored': true,
  'many-open-carts': true,
  'void-sync-clears-delivery': true,
  'late-apply': true,
  'empty-sync-reads-old': false,
  'contention-500': true,
  'bad-quantity-500': true,
  'html-404-when-down': true,
  'slash-307': true,
  'foreign-403': true,
  'state-400': true,
  'raw-400-texts': true,
  'json-type-only': true,
  'bare-204': true,
  'session-id-cookie': true,
  'doubled-email-401': true,
  'money-noise': true,
  'released-shapes': true,
  'released-faults': true,
  'section-note-lines': true,
  'unmarked-delivery-line': true,
  'fixed-line-language': true,
  'pickup-by-code': true,
  'carrier-path-only': false,
  'plain-carriers': true,
  'promo-once': true,
  'stale-payable': true,
  'invoices-plural': true,
  'sales-list-quotations': true,
  'small-quotations': true,
  'wishlist-null-500': true,
  'quotations-list-unpaid': true,
  'late-401': true,
  'raw-sale-states': false,
  'released-calls-only': false,
  'public-price-list': false,
  'api-user-rights': false,
} as const satisfies Record<string, boolean>;

export type Quirk = keyof typeof IN_ODOO16;
export type Profile = 'seed' | 'odoo16';

export const ProfileName = z.enum(['seed', 'odoo16'], { error: 'expected seed or odoo16' });
export const QuirkSwitches = z.partialRecord(
  z.custom<Quirk>((name) => typeof name === 'string' && Object.hasOwn(IN_ODOO16, name)),
  z.boolean(),
);
export type QuirkSwitches = z.infer<typeof QuirkSwitches>;

export const QUIRKS = Object.keys(IN_ODOO16).filter((name): name is Quirk => name in IN_ODOO16);

export class Quirks {
  private profileInForce: Profile;
  private switches: QuirkSwitches;

  constructor(
    private readonly startProfile: Profile,
    private readonly startSwitches: QuirkSwitches,
  ) {
    this.profileInForce = startProfile;
    this.switches = { ...startSwitches };
  }

  has(quirk: Quirk): boolean {
    return this.switches[quirk] ?? (this.profileInForce === 'odoo16' && IN_ODOO16[quirk]);
  }

  /** A new profile forgets the single switches of the old one. */
  change(profile: Profile | undefined, switches: QuirkSwitches): void {
    if (profile) {
      this.profileInForce = profile;
      this.switches = {};
    }
    this.switches = { ...this.switches, ...switches };
  }

  reset(): void {
    this.profileInForce = this.startProfile;
    this.switches = { ...this.startSwitches };
  }

  inForce(): { profile: Profile; quirks: Record<string, boolean> } {
    const quirks = Object.fromEntries(QUIRKS.map((quirk) => [quirk, this.has(quirk)]));
    return { profile: this.profileInForce, quirks };
  }
}

/** `name,-name` as `SANDBOX_QUIRKS` writes it; an unknown name is an error. */
export function parseQuirks(list: string): QuirkSwitches {
  const entries = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => [word.replace(/^-/, ''), !word.startsWith('-')] as const);
  return QuirkSwitches.parse(Object.fromEntries(entries));
}
