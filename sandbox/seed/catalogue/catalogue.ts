/** Chooses the products of a world and assigns numbers and url keys. */
import type { Lang, Text } from '../../world';
import type { Chance } from '../random';
import { LANGS, slug, text } from '../words/text';
import { createTradeNames } from '../words/trade-names';
import { codesFor, createNumbering, type Codes } from './codes';
import { equipmentCandidates } from './equipment';
import { foodCandidates } from './food';
import { medicineCandidates, type Candidate } from './medicines';
import type { Product, Variant } from './product';

export type Article = Variant & Codes;
export interface Group extends Product {
  urlKey: Text;
  redirects: Record<Lang, string[]>;
  variants: readonly [Article, ...Article[]];
}

/**
 * Ranks of the makers that sell only a part of the range. Makers with a higher rank, in large worlds, sell all of it.
 */
const NARROW_RANKS = { from: 1, to: 3 } as const;
const NARROW_SHARE = 0.42;

export function createCatalogue(chance: Chance, count: number): Group[] {
  const candidates: Candidate[] = [
    ...medicineCandidates(chance, createTradeNames(chance)),
    ...foodCandidates(chance),
    ...equipmentCandidates(chance),
  ];
  const drawn = candidates
    .map((candidate) => ({ candidate, roll: chance.unit(`enter:${candidate.key}`) }))
    .sort((a, b) => a.candidate.rank - b.candidate.rank || a.roll - b.roll)
    .slice(0, count);
  const number = createNumbering(chance);
  const urls = createUrlKeys();
  return drawn.map(({ candidate }) => {
    const product = candidate.build();
    const [first, ...rest] = narrowed(chance, product).map((variant) => ({
      ...variant,
      ...codesFor(number, chance, {
        key: variant.key,
        family: product.family,
        brandId: product.brand.id,
        licence: isLicensed(product) ? product.key : null,
      }),
    }));
    if (!first) throw new Error(`The product ${product.key} has no variant`);
    const urlKey = urls(product);
    return {
      ...product,
      urlKey,
      redirects: oldKeys(chance, product, urlKey, first.sku),
      variants: [first, ...rest],
    };
  });
}

function isLicensed(product: Product): boolean {
  return product.family === 'meds' && product.group !== 'nutraceutical';
}

function narrowed(chance: Chance, product: Product): readonly Variant[] {
  if (product.rank < NARROW_RANKS.from || product.rank > NARROW_RANKS.to) return product.variants;
  const kept = product.variants.filter((variant) =>
    chance.odds(`narrow:${variant.key}`, NARROW_SHARE),
  );
  return kept.length ? kept : product.variants.slice(0, 1);
}

/** Url keys, unique per language: made of name and form, then the brand, then a number. */
function createUrlKeys() {
  const taken: Record<Lang, Set<string>> = { fr: new Set(), nl: new Set(), en: new Set() };
  return (product: Product): Text =>
    text((lang) => {
      const base = slug(product.urlWords[lang]);
      const withFirm = base.includes(slug(product.brand.name))
        ? base
        : `${base}-${slug(product.brand.name)}`;
      let key = taken[lang].has(base) ? withFirm : base;
      for (let n = 2; taken[lang].has(key); n++) key = `${withFirm}-${n}`;
      taken[lang].add(key);
      return key;
    });
}

/** Some products were renamed: their old key, which contained the article number, still redirects to them. */
function oldKeys(chance: Chance, product: Product, key: Text, sku: string) {
  const redirects: Record<Lang, string[]> = { fr: [], nl: [], en: [] };
  if (!chance.odds(`renamed:${product.key}`, 0.15)) return redirects;
  for (const lang of LANGS) {
    redirects[lang].push(`${slug(product.model[lang])}-${sku.toLowerCase()}`);
    if (chance.odds(`twice:${product.key}`, 0.2)) redirects[lang].push(`${key[lang]}-old`);
  }
  return redirects;
}
