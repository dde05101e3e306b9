/** Promotion programs: their codes, rewards and limits (contract/erp.md 6.7 Reward, 9.5). */
import type { Lang, Text } from '../../world';
import type { SaleRecord } from '../store/records';

export interface RewardRule {
  id: number;
  kind: 'percent' | 'fixed' | 'product';
  /** Percentage of the goods, or euros without VAT; unused for `product`. */
  value: number;
  label: Text;
}

export interface Program {
  id: number;
  code: string;
  name: Text;
  /** In the published modules a promo code applies once; coupons belong to another kind of program. */
  kind: 'promo_code' | 'coupons';
  maxUses: number;
  /** Last valid day of the program; null if it has no end. */
  until: string | null;
  /** Minimum value of the goods without VAT, in euros. */
  minimum: number;
  rewards: readonly RewardRule[];
}

const percent = (id: number, value: number): RewardRule => ({
  id,
  kind: 'percent',
  value,
  label: {
    fr: `Remise : ${value} % sur votre commande`,
    nl: `Korting: ${value} % op uw bestelling`,
    en: `Discount: ${value}% on your order`,
  },
});

const fixed = (id: number, value: number): RewardRule => ({
  id,
  kind: 'fixed',
  value,
  label: {
    fr: `Bon de ${value} €`,
    nl: `Bon van € ${value}`,
    en: `€${value} voucher`,
  },
});

const PROGRAMS: readonly Program[] = [
  {
    id: 1,
    code: 'BIENVENUE10',
    name: { fr: 'Bienvenue', nl: 'Welkom', en: 'Welcome' },
    kind: 'promo_code',
    maxUses: 2,
    until: null,
    minimum: 0,
    rewards: [percent(1, 10)],
  },
  {
    id: 2,
    code: 'BON5',
    name: { fr: 'Bons de fidélité', nl: 'Getrouwheidsbonnen', en: 'Loyalty vouchers' },
    kind: 'coupons',
    maxUses: 5,
    until: null,
    minimum: 0,
    rewards: [fixed(2, 5)],
  },
  {
    id: 3,
    code: 'CHOIX',
    name: { fr: 'Au choix', nl: 'Naar keuze', en: 'Your choice' },
    kind: 'promo_code',
    maxUses: 1,
    until: null,
    minimum: 100,
    rewards: [percent(3, 3), fixed(4, 4)],
  },
  {
    id: 4,
    code: 'CADEAU',
    name: { fr: 'Un article offert', nl: 'Een artikel gratis', en: 'One item free' },
    kind: 'promo_code',
    maxUses: 1,
    until: null,
    minimum: 50,
    rewards: [
      {
        id: 5,
        kind: 'product',
        value: 1,
        label: { fr: 'Article offert', nl: 'Gratis artikel', en: 'Free item' },
      },
    ],
  },
  {
    id: 5,
    code: 'ETE2019',
    name: { fr: 'Été 2019', nl: 'Zomer 2019', en: 'Summer 2019' },
    kind: 'promo_code',
    maxUses: 1,
    until: '2019-08-31',
    minimum: 0,
    rewards: [percent(6, 5)],
  },
];

export function programByCode(code: string): Program | null {
  return PROGRAMS.find((program) => program.code === code.trim().toUpperCase()) ?? null;
}

export function programsOf(sale: SaleRecord, lang: Lang) {
  const codes = new Set(sale.codes.map((applied) => applied.code));
  return PROGRAMS.filter((program) => codes.has(program.code)).map(({ id, name }) => ({
    id,
    name: name[lang],
  }));
}
