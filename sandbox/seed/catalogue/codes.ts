/** Numbers that identify an article: record id, SKU, EAN-13, CNK, authorisation and CTI codes. */
import type { Family } from '../../world';
import { hash32, type Chance } from '../random';

/** Derives numbers from a hash of their key; on a collision takes the next free number. */
export function createNumbering(chance: Chance) {
  const taken = new Map<string, Set<number>>();
  return (kind: string, key: string, low: number, high: number): number => {
    const used = taken.get(kind) ?? new Set<number>();
    taken.set(kind, used);
    let number = chance.int(`${kind}:${key}`, low, high);
    while (used.has(number)) number = number === high ? low : number + 1;
    used.add(number);
    return number;
  };
}
type Numbering = ReturnType<typeof createNumbering>;

export function eanCheckDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Luhn check digit of the six digits of a CNK code. */
export function cnkCheckDigit(six: string): number {
  const sum = [...six].reduce((total, digit, i) => {
    const doubled = i % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const SKU_PREFIX: Readonly<Record<Family, string>> = { meds: 'ME', food: 'AL', equipment: 'MA' };

export interface Codes {
  id: number;
  sku: string;
  barcode: string | null;
  cnkCode: string | null;
  codeAmm: string | null;
  codeCti: string | null;
  vendorCode: string;
}

export interface Coded {
  key: string;
  family: Family;
  brandId: string;
  /** Identifies product and form: variants of one authorisation share it. */
  licence: string | null;
}

export function codesFor(number: Numbering, chance: Chance, coded: Coded): Codes {
  const { key, family, brandId } = coded;
  // 54 is the GS1 prefix of Belgium and Luxembourg; the company part is a hash of an invented brand.
  const firm = String(hash32(brandId) % 100_000).padStart(5, '0');
  const item = String(number(`ean:${firm}`, key, 1, 99_999)).padStart(5, '0');
  const twelve = `54${firm}${item}`;
  const cnk = String(number('cnk', key, 100_000, 489_999));
  const initials = brandId.replaceAll('-', '').slice(0, 3).toUpperCase();
  const licence = coded.licence;
  return {
    id: number('id', key, 10_000, 999_999),
    sku: `${SKU_PREFIX[family]}${String(number('sku', key, 100_000, 999_999))}`,
    barcode:
      family === 'equipment' && chance.odds(`ean:${key}`, 0.12)
        ? null
        : `${twelve}${eanCheckDigit(twelve)}`,
    cnkCode:
      family === 'meds' || (family === 'food' && chance.odds(`cnk:${key}`, 0.4))
        ? `${cnk.slice(0, 4)}-${cnk.slice(4)}${cnkCheckDigit(cnk)}`
        : null,
    codeAmm: licence && `BE-V${String(hash32(`amm:${licence}`) % 600_000).padStart(6, '0')}`,
    codeCti:
      licence &&
      `${String(hash32(`cti:${licence}`) % 900_000).padStart(6, '0')}-${String(1 + (hash32(`pack:${key}`) % 20)).padStart(2, '0')}`,
    vendorCode: `${initials}-${String(hash32(`vendor:${key}`) % 100_000).padStart(5, '0')}`,
  };
}
