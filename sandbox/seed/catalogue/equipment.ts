/** Equipment: one product per type and maker; its variants are combinations of its axes. */
import type { Text } from '../../world';
import { byId, facts, wordOf, type Brand, type EquipmentType } from '../facts';
import type { Chance } from '../random';
import { localQuantity } from '../words/quantity';
import { capitalise, fill, same, text } from '../words/text';
import { makersOf } from './makers';
import type { Candidate } from './medicines';
import { equipmentVoice } from './equipment-voice';
import { equipmentPicture } from './picture-kinds';
import { listPrice, makerFactor } from './pricing-scale';
import { NO_FLAGS, type Attribute, type Product, type Profile, type Variant } from './product';

const { product_name: patterns } = facts.names;
const categoryOf = byId('category', facts.categories);
const colorOf = byId('colour', facts.colors);

/** The one product with more than a hundred variants: bone screws by diameter and length. */
const GREAT_GROUP = { type: 'screw-cortical', brand: 'orthopatte' } as const;
const SCREW_DIAMETERS = ['1.5', '2.0', '2.4', '2.7', '3.5', '4.5'];
const SCREW_LENGTHS = [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 34, 38, 42, 46, 50];

export function equipmentCandidates(chance: Chance): Candidate[] {
  return facts.equipment.flatMap((type) =>
    makersOf(chance, {
      kind: 'equipment',
      source: type.id,
      fields: [type.category],
      near: neighbours(type.category),
      generics: 'none',
    }).map((brand, rank) => {
      const key = `gear|${type.id}|${brand.id}`;
      return { key, rank, build: () => buildEquipment(chance, { key, rank, type, brand }) };
    }),
  );
}

/** Leaf categories with the same parent, then with the same root. */
function neighbours(leaf: string): string[] {
  const parent = categoryOf(leaf).parent;
  const siblings = facts.categories.filter((row) => row.parent === parent);
  const aunts = facts.categories.filter(
    (row) => row.level === 1 && parent && row.parent === categoryOf(parent).parent,
  );
  const cousins = facts.categories.filter((row) => aunts.some((aunt) => aunt.id === row.parent));
  return [...siblings, ...cousins].map((row) => row.id);
}

interface Seed {
  key: string;
  rank: number;
  type: EquipmentType;
  brand: Brand;
}
interface Value {
  axis: string;
  /** Spelling of the facts, for `only` and keys. */
  source: string;
  words: Text;
  color: string | null;
  /** Position among the values of its axis, from 0 to 1: larger values cost more. */
  place: number;
}

function buildEquipment(chance: Chance, seed: Seed): Product {
  const { key, rank, type, brand } = seed;
  const model = text((lang) => `${type.name[lang]} ${brand.name}`);
  return {
    key,
    rank,
    family: 'equipment',
    source: type.id,
    group: type.category,
    brand,
    substances: [],
    form: null,
    atcvet: null,
    amcra: null,
    flags: {
      ...NO_FLAGS,
      sterile: type.flags.sterile === true,
      fabric: type.flags.fabric === true,
      madeToOrder: type.flags.made_to_order === true || type.order_mode === 'bought_sold',
    },
    storage: type.flags.cold_chain ? 'cold' : 'none',
    orderMode: type.order_mode,
    taxRate: 21,
    model,
    urlWords: model,
    variants: equipmentVariants(chance, seed),
    voice: equipmentVoice(type),
  };
}

function readValues(type: EquipmentType, axis: string): Value[] {
  const values = type.axes[axis] ?? [];
  return values.map((value, index) => {
    const place = values.length > 1 ? index / (values.length - 1) : 0.4;
    if (typeof value === 'string') {
      const words =
        axis === 'colour'
          ? colorOf(value).name
          : axis === 'pack'
            ? packOf(value)
            : text((lang) => localQuantity(value, lang));
      return { axis, source: value, words, color: axis === 'colour' ? value : null, place };
    }
    if ('v' in value)
      return { axis, source: value.v, words: same(value.v), color: value.color ?? null, place };
    return { axis, source: value.fr, words: value, color: null, place };
  });
}

/** `boîte de 100`; packs with a unit keep their text. */
function packOf(value: string): Text {
  const plain = /^\d+$/.test(value);
  return text((lang) =>
    plain ? fill(wordOf(patterns.pack, 'box')[lang], { n: value }) : localQuantity(value, lang),
  );
}

function combinations(seed: Seed): Value[][] {
  const { type, brand } = seed;
  if (type.id === GREAT_GROUP.type && brand.id === GREAT_GROUP.brand) return screws();
  const axes = Object.keys(type.axes).map((axis) => readValues(type, axis));
  const all = axes.reduce<Value[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  if (!type.only) return all;
  const known = new Set(type.only.map((row) => row.join('|')));
  return all.filter((row) => known.has(row.map((value) => value.source).join('|')));
}

function screws(): Value[][] {
  const value = (axis: string, source: string, place: number): Value => ({
    axis,
    source,
    words: text((lang) => localQuantity(source, lang)),
    color: null,
    place,
  });
  return SCREW_DIAMETERS.flatMap((diameter, i) =>
    SCREW_LENGTHS.map((length, j) => [
      value('diameter', `${diameter} mm`, i / (SCREW_DIAMETERS.length - 1)),
      value('length', `${length} mm`, j / (SCREW_LENGTHS.length - 1)),
    ]),
  );
}

/** Axes that do not affect the price, such as colour and side; all others do. */
const PRICELESS = new Set(['colour', 'side', 'flavour', 'gauge']);

function equipmentVariants(chance: Chance, seed: Seed): Variant[] {
  const { key, type, brand, rank } = seed;
  const profile: Profile = {
    key: type.id,
    species: [],
    routes: [],
    indications: [],
    ages: [],
    sizes: [],
    withdrawal: [],
  };
  const factor = makerFactor(rank, chance.unit(`factor:${key}`));
  const [from, to] = type.price_eur;
  const hasPack = 'pack' in type.axes;
  return combinations(seed).map((values): Variant => {
    const priced = values.filter((value) => !PRICELESS.has(value.axis));
    const way = priced.length
      ? priced.reduce((sum, value) => sum + value.place, 0) / priced.length
      : 0.2 + 0.5 * chance.unit(`way:${key}`);
    const boxed = type.unit_qty > 1 && !hasPack ? packOf(String(type.unit_qty)) : null;
    const words = text((lang) =>
      [...values.map((value) => value.words[lang]), ...(boxed ? [boxed[lang]] : [])].join(', '),
    );
    const basePrice = listPrice(from * (to / from) ** way * factor);
    const pack = values.find((value) => value.axis === 'pack');
    return {
      key: `${key}|${values.map((value) => value.source).join('|')}`,
      name: text((lang) =>
        fill(patterns.equipment[lang], {
          type: type.name[lang],
          brand_suffix: ` ${brand.name}`,
          values: words[lang],
        }).trim(),
      ),
      shortName: text((lang) => capitalise(words[lang]) || type.name[lang]),
      attributes: values.map((value): Attribute => ({ axis: value.axis, value: value.words })),
      profile,
      basePrice,
      weightKg: Math.round((0.03 + Math.sqrt(basePrice) * 0.06) * 1000) / 1000,
      pieces: pack ? Number.parseInt(pack.source, 10) || 1 : type.unit_qty,
      color: values.find((value) => value.color)?.color ?? null,
      size: values.find((value) => value.axis === 'size')?.source ?? null,
      picture: equipmentPicture(type.id, type.category),
      band: null,
    };
  });
}
