/** Parses numbers, strengths and packs of the facts and formats them in each language. */
import type { Lang } from '../../world';
import { facts } from '../facts';
import { NBSP } from './text';

const { decimal } = facts.names.product_name;
const { units, strength_words: strengthWords } = facts.names.words;

/** Formats `1.5` as `1,5` where the language requires it; names have no thousands separator. */
export function figure(value: string, lang: Lang): string {
  return value.replace('.', decimal[lang]);
}

/** Formats `0.76 g`, `62.5 + 12.5 mg`, `5x10⁸ CFU/g` or a word in one language, with no-break spaces. */
export function localQuantity(value: string, lang: Lang): string {
  const word = strengthWords[value];
  if (word) return word[lang];
  return value
    .replace(/\d+(\.\d+)?/g, (number) => figure(number, lang))
    .replace(/(\d)x(\d)/g, '$1 × $2')
    .replace(/\b(IU|MIU|MU|CFU|PFU|h|pieces|doses?|l|lb)\b/g, (unit) => units[unit]?.[lang] ?? unit)
    .replace(/(\d|[⁰-⁹]) (?=[^\s\d+×])/g, `$1${NBSP}`)
    .replace(/ × /g, `${NBSP}×${NBSP}`)
    .replace(/ %/g, lang === 'en' ? '%' : `${NBSP}%`);
}

export interface Pack {
  /** Number of containers or blisters in the pack; 1 if the facts do not give it. */
  outer: number;
  /** Content of one container, in `unit`, or the plain count. */
  inner: number;
  innerText: string;
  unit: string | null;
  /** True if the pack counts containers ("2x10", "12x100 ml"). */
  nested: boolean;
}

const PACK = /^(?:(\d+)x)?(\d+(?:\.\d+)?)(?: ([a-z]+))?$/;

export function readPack(source: string): Pack {
  const match = PACK.exec(source);
  if (!match?.[2]) throw new Error(`The trade facts have an unreadable pack "${source}"`);
  return {
    outer: match[1] ? Number(match[1]) : 1,
    inner: Number(match[2]),
    innerText: match[2],
    unit: match[3] ?? null,
    nested: match[1] !== undefined,
  };
}

const BASE: Readonly<Record<string, number>> = { kg: 1000, l: 1000, g: 1, ml: 1, mg: 0.001 };

/** Content of a pack in grams, millilitres or pieces, comparable within one kind of pack. */
export function packSize(pack: Pack): number {
  return pack.outer * pack.inner * (pack.unit ? (BASE[pack.unit] ?? 1) : 1);
}

/** Sort key for the strengths of one row: the first number, in a common unit. */
export function strengthSize(strength: string): number {
  const match = /(\d+(?:\.\d+)?)(?:[^a-zµ%]*)(mg|g|µg)?/.exec(strength);
  if (!match) return 1;
  const unit = /\b(mg|g|µg)\b/.exec(strength)?.[1];
  const scale = unit === 'g' ? 1000 : unit === 'µg' ? 0.001 : 1;
  return Number(match[1]) * scale;
}

/** Parcel weight in kilograms: contents plus glass or carton. */
export function packWeightKg(pack: Pack): number {
  const weighed = pack.unit !== null && pack.unit in BASE;
  const contents = weighed ? packSize(pack) / 1000 : pack.outer * pack.inner * 0.0012;
  return Math.round((contents * 1.12 + 0.02) * 1000) / 1000;
}
