/** The usual products of a customer: a few dozen variants, those ordered most often first. */
import type { Family, WorldVariant } from '../../world';
import type { ErpState } from '../call';
import { createChance, type Chance } from '../../seed/random';
import type { CustomerRecord } from '../store/records';

const SHARES: Record<'practice' | 'pharmacist' | 'wholesaler', Record<Family, number>> = {
  practice: { meds: 22, food: 9, equipment: 9 },
  pharmacist: { meds: 34, food: 2, equipment: 4 },
  wholesaler: { meds: 20, food: 12, equipment: 8 },
};

export function chanceFor(erp: ErpState, customer: CustomerRecord, topic: string): Chance {
  return createChance(`${erp.world.seed}|past|${customer.ref}|${topic}`);
}

function sellable(variant: WorldVariant): boolean {
  return variant.orderMode !== 'quotation' && !variant.notSoldOnWebsite;
}

/** Variants by family, computed once per world. */
const families = new WeakMap<ReadonlyMap<number, WorldVariant>, Record<Family, WorldVariant[]>>();

function byFamily(erp: ErpState): Record<Family, WorldVariant[]> {
  const known = families.get(erp.world.variants);
  if (known) return known;
  const made: Record<Family, WorldVariant[]> = { meds: [], food: [], equipment: [] };
  for (const variant of erp.world.variants.values())
    if (sellable(variant)) made[variant.family].push(variant);
  families.set(erp.world.variants, made);
  return made;
}

function kindOf(customer: CustomerRecord): keyof typeof SHARES {
  if (/pharmacist$/.test(customer.functionType)) return 'pharmacist';
  return /wholesaler$/.test(customer.functionType) ? 'wholesaler' : 'practice';
}

export function usualBasket(erp: ErpState, customer: CustomerRecord): WorldVariant[] {
  const chance = chanceFor(erp, customer, 'basket');
  const shares = SHARES[kindOf(customer)];
  const stock = byFamily(erp);
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
