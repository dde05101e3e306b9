/**
 * Invents trade names by the rules of `facts/names.json`: root and ending of the group, at least two letters away from
 * any real product's name, without the ending of a substance, unique in the world.
 */
import { facts, type Brand, type Medicine } from '../facts';
import type { Chance } from '../random';
import { isGenericFirm } from '../catalogue/makers';
import { capitalise, fold } from './text';

const rules = facts.names.trade_name_rules;
const parts = facts.names.trade_name_parts;
const forbidden = rules.forbidden_names.map(fold);
const partsOf = new Map(parts.rows.map(([group, roots, endings]) => [group, { roots, endings }]));

/** True for groups always sold under the substance's name. */
export function isGeneric(medicine: Medicine): boolean {
  const single = medicine.substances === undefined;
  return (
    medicine.flags.human_off_label === true ||
    medicine.group === 'fluid' ||
    (medicine.group === 'antiseptic' && single) ||
    (medicine.group === 'vitamin' && single)
  );
}

/** Whether the texts differ by at most one changed, added or removed letter. */
function withinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  let tail = 0;
  const most = Math.min(a.length, b.length) - i;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return Math.max(a.length, b.length) - i - tail <= 1;
}

/** Whether a product may have this name, ignoring names already used. */
export function isAllowedName(name: string): boolean {
  const plain = fold(name);
  if (plain.length < 4 || plain.length > 12) return false;
  if (/^[^aeiouy]{3}|[^aeiouy]{4}/.test(plain)) return false;
  if (rules.forbidden_endings.some((ending) => plain.endsWith(ending))) return false;
  return !forbidden.some((real) => withinOneEdit(plain, real));
}

function join(root: string, ending: string): string {
  const clash = root.at(-1) === ending[0] && !/[aeiouy]/.test(ending[0] ?? '');
  return capitalise(clash ? root + ending.slice(1) : root + ending);
}

/** `Melo`, `Carpro`: the first letters of the product's substance, cut after a vowel. */
function ownRoots(medicine: Medicine): string[] {
  if (medicine.substances || medicine.group === 'vaccine') return [];
  const name = fold(medicine.name.en).replace(/[^a-z]/g, '');
  const cuts = [4, 5, 6].filter((n) => /[aeiou]/.test(name[n - 1] ?? '') && name.length > n + 1);
  return cuts.map((n) => capitalise(name.slice(0, n)));
}

function rootsFor(medicine: Medicine): string[] {
  const alone = medicine.species.length === 1 ? (medicine.species[0] ?? '') : '';
  return [
    ...ownRoots(medicine),
    ...(parts.indication_roots[medicine.indications[0] ?? ''] ?? []),
    ...(parts.species_roots[alone] ?? []),
    ...(partsOf.get(medicine.group)?.roots ?? []),
  ];
}

/** `DHPPi L4`, `BTV3`, `Coxiella`: the target of a vaccine, from its id. */
function vaccineSuffix(id: string): string {
  return id
    .replace(/^v-/, '')
    .split('-')
    .map((part) =>
      part.length <= 4 || /\d/.test(part) || !/[aeouy]/.test(part)
        ? part.toUpperCase()
        : capitalise(part),
    )
    .join(' ')
    .replace('DHPPI', 'DHPPi')
    .replace('FELV', 'FeLV');
}

export interface TradeNames {
  /** The name under which `brand` sells `medicine`; null if only the substance's name remains. */
  nameFor(medicine: Medicine, brand: Brand): string | null;
}

export function createTradeNames(chance: Chance): TradeNames {
  const given = new Map<string, string | null>();
  const taken = new Set(facts.brands.map((brand) => fold(brand.name)));
  const families = new Map<string, Set<string>>();

  const invent = (key: string, brand: Brand, roots: string[], endings: string[]): string | null => {
    const starts = families.get(brand.id) ?? new Set<string>();
    families.set(brand.id, starts);
    const names = roots.flatMap((root, i) =>
      chance.order(`${key}|${i}`, endings, (ending) => ending).map((ending) => join(root, ending)),
    );
    const free = names.find((name) => {
      const plain = fold(name);
      return isAllowedName(name) && !taken.has(plain) && !starts.has(plain.slice(0, 5));
    });
    if (!free) return null;
    taken.add(fold(free));
    starts.add(fold(free).slice(0, 5));
    return free;
  };

  const make = (medicine: Medicine, brand: Brand): string | null => {
    const list = partsOf.get(medicine.group);
    if (!list) return null;
    if (medicine.group !== 'vaccine') {
      const own = rootsFor(medicine);
      const roots = chance.order(`root:${medicine.id}|${brand.id}`, own, (root) => root);
      return invent(`trade:${medicine.id}|${brand.id}`, brand, roots, list.endings);
    }
    const species = medicine.species[0] ?? '';
    const family = remember(`family:${brand.id}|${species}`, () => {
      const roots = [...list.roots, ...(parts.species_roots[species] ?? [])];
      const order = chance.order(`vaccines:${brand.id}|${species}`, roots, (root) => root);
      return invent(`vaccines:${brand.id}|${species}`, brand, order, list.endings);
    });
    return family && `${family} ${vaccineSuffix(medicine.id)}`;
  };

  const remember = (key: string, produce: () => string | null): string | null => {
    const known = given.get(key);
    if (known !== undefined) return known;
    const fresh = produce();
    given.set(key, fresh);
    return fresh;
  };

  return {
    nameFor: (medicine, brand) =>
      isGeneric(medicine) || isGenericFirm(brand.id)
        ? null
        : remember(`${medicine.id}|${brand.id}`, () => make(medicine, brand)),
  };
}

/** `Genericanis`, `Ardovet`: a brand's short name, for use after a substance. */
export function shortFirm(brand: Brand): string {
  return brand.name
    .replace(
      / (Pharma|Biologicals|Arzneimittel|Santé Animale|Labs|Animal Care|Farma|Vet|Générique)$/,
      '',
    )
    .trim();
}
