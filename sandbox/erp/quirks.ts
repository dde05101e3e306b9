/** Profiles and quirks (contract/erp.md 21.1): behaviours in which real ERP servers deviate from the contract. */
import { z } from 'zod';

export const ProfileName = z.enum(['seed', 'odoo16', 'odoo18'], {
  error: 'expected seed, odoo16 or odoo18',
});
export type Profile = z.infer<typeof ProfileName>;

const BOTH: readonly Profile[] = ['odoo16', 'odoo18'];
/** Quirks of no profile, which a test switches on individually. */
const NONE: readonly Profile[] = [];

/** Every quirk with the profiles that include it. The profile `seed` has none. */
const IN_PROFILES = {
  'no-dedup': BOTH,
  'path-uuid-only': BOTH,
  'no-v2-alias': BOTH,
  'action-uuid-ignored': BOTH,
  'many-open-carts': BOTH,
  'void-sync-clears-delivery': BOTH,
  'late-apply': BOTH,
  'empty-sync-reads-old': NONE,
  'contention-500': BOTH,
  'bad-quantity-500': BOTH,
  'html-404-when-down': BOTH,
  'slash-307': BOTH,
  'foreign-403': BOTH,
  'state-400': BOTH,
  'raw-400-texts': BOTH,
  'json-type-only': BOTH,
  'bare-204': BOTH,
  'session-id-cookie': BOTH,
  'doubled-email-401': BOTH,
  'money-noise': ['odoo16'],
  'released-shapes': BOTH,
  'released-faults': BOTH,
  'section-note-lines': BOTH,
  'unmarked-delivery-line': ['odoo16'],
  'fixed-line-language': BOTH,
  'pickup-by-code': ['odoo16'],
  'carrier-path-only': ['odoo18'],
  'plain-carriers': BOTH,
  'promo-once': BOTH,
  'stale-payable': ['odoo16'],
  'invoices-plural': BOTH,
  'sales-list-quotations': BOTH,
  'small-quotations': BOTH,
  'wishlist-null-500': BOTH,
  'quotations-list-unpaid': ['odoo16'],
  'late-401': BOTH,
  'raw-sale-states': NONE,
  'released-calls-only': NONE,
  'public-price-list': ['odoo18'],
  'api-user-rights': NONE,
  'unported-modules': ['odoo18'],
  'unchecked-address': ['odoo18'],
  'signin-needs-partner': ['odoo18'],
  'unknown-key-500': ['odoo18'],
  'wishlists-of-18': ['odoo18'],
  'warehouse-keys': ['odoo18'],
  'translated-constraints': ['odoo18'],
} as const satisfies Record<string, readonly Profile[]>;

export type Quirk = keyof typeof IN_PROFILES;

const isIn = (profile: Profile, quirk: Quirk): boolean =>
  (IN_PROFILES[quirk] as readonly Profile[]).includes(profile);

export const QuirkSwitches = z.partialRecord(
  z.custom<Quirk>((name) => typeof name === 'string' && Object.hasOwn(IN_PROFILES, name)),
  z.boolean(),
);
export type QuirkSwitches = z.infer<typeof QuirkSwitches>;

export const QUIRKS = Object.keys(IN_PROFILES).filter((name): name is Quirk => name in IN_PROFILES);

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
    return this.switches[quirk] ?? isIn(this.profileInForce, quirk);
  }

  /** Changing the profile resets all individual switches. */
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

/** Whether payment, pickup points and carriers at the root path are installed: Odoo 18 has no module for them. */
export const isPorted = (quirks: Quirks): boolean => !quirks.has('unported-modules');

/** Parses `name,-name`, the format of `SANDBOX_QUIRKS`; `-` switches a quirk off. Throws on an unknown name. */
export function parseQuirks(list: string): QuirkSwitches {
  const entries = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => [word.replace(/^-/, ''), !word.startsWith('-')] as const);
  return QuirkSwitches.parse(Object.fromEntries(entries));
}
