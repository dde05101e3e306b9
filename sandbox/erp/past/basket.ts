/** What a customer usually buys: a few dozen variants, most bought first. */
import type { Family, WorldVariant } from '../../world';
import type { Office } from '../call';
import { createChance, type Chance } from '../../seed/random';
import type { CustomerRecord } from '../store/records';

const SHARES: Record<'practice' | 'pharmacist' | 'wholesaler', Record<Family, number>> = {
  practice: { meds: 22, food: 9, equipment: 9 },
  pharmacist: { meds: 34, food: 2, equipment: 4 },
  wholesaler: { meds: 20, food: 12, equipment: 8 },
};

export function chanceFor(office: Office, customer: CustomerRecord, topic: string): Chance {
  return createChance(`${office.world.seed}|past|${customer.ref}|${topic}`);
}

function sellable(variant: WorldVariant): boolean {
  return variant.orderMode !== 'quotation' && !variant.notSoldOnWebsite;
}

/** Variants by family, worked out once for a world. */
const families = new WeakMap<ReadonlyMap<number, WorldVariant>, Record<Family, WorldVariant[]>>();

function byFamily(office: Office): Record<Family, WorldVariant[]> {
  const known = families.get(office.world.variants);
  if (known) return known;
  const made: Record<Family, WorldVariant[]> = { meds: [], food: [], equipment: [] };
  for (const variant of office.world.variants.values())
    if (sellable(variant)) made[variant.family].push(variant);
  families.set(office.world.variants, made);
  return made;
}

function kindOf(customer: CustomerRecord): keyof typeof SHARES {
  if (/pharmacist$/.test(customer.functionType)) return 'pharmacist';
  return /wholesaler$/.test(customer.functionType) ? 'wholesaler' : 'practice';
}

export function usualBasket(office: Office, customer: CustomerRecord): WorldVariant[] {
  const chance = chanceFor(office, customer, 'basket');
  const shares = SHARES[kindOf(customer)];
  const stock = byFamily(office);
  const chosen = new Set<WorldVariant>();
  for (const family of ['meds', 'food', 'equipment'] as const) {
    const variants = stock[family];
    for (let draw = 0; draw < shares[family] && variants.length > 0; draw += 1) {
      const variant = variants[chance.int(`${family} ${draw}`, 0, variants.length - 1)];
      if (variant) chosen.add(variant);
    }
  }
  return chance.order('rank', [...chosen], (variant) => variant.sku);
}
