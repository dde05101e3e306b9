/**
 * Links between products: the same product of other makers, products of the same field, and complementary equipment.
 */
import type { Group } from '../catalogue/catalogue';
import type { Chance } from '../random';

export interface Links {
  cross_selling: { id: number }[];
  up_selling: { id: number }[];
  related: { id: number }[];
  substitute: { id: number }[];
}

/** Complementary equipment by pharmaceutical form, texture or leaf category. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'inj-solution': ['syringe-luer-3p', 'needle-hypodermic', 'alcohol-swabs'],
  'inj-suspension': ['syringe-luer-lock', 'needle-hypodermic', 'alcohol-swabs'],
  'inj-powder': ['syringe-luer-3p', 'needle-hypodermic'],
  'vaccine-lyo': ['syringe-luer-2p', 'needle-hypodermic', 'sharps-container'],
  'vaccine-inj': ['syringe-luer-2p', 'needle-hypodermic', 'sharps-container'],
  infusion: ['infusion-set', 'catheter-iv'],
  intramammary: ['udder-towels', 'cmt-fluid', 'dip-cup'],
  'teat-dip': ['dip-cup', 'udder-towels'],
  'pour-on': ['pour-on-gun'],
  drench: ['drench-gun'],
  bolus: ['bolus-gun'],
  tablet: ['pill-pocket-gun', 'pill-cutter'],
  'spot-on': ['tick-hook', 'comb-flea'],
  'inhalation-liquid': ['vaporiser', 'et-tube-cuffed'],
  dry: ['bowl-stainless', 'bowl-slow'],
  wet: ['bowl-stainless'],
  'sutures-absorbable': ['needle-holder-mayo', 'scissors-mayo'],
  'sutures-nonabsorbable': ['needle-holder-mayo', 'scissors-mayo'],
  'iv-catheters': ['catheter-fixation', 'injection-cap', 'bandage-cohesive'],
  syringes: ['needle-hypodermic', 'sharps-container'],
  needles: ['syringe-luer-3p', 'sharps-container'],
  bandages: ['padding-cast', 'tape-silk'],
  'instr-general': ['instrument-tray', 'steril-pouch'],
  gloves: ['hand-gel'],
};

export function createLinks(chance: Chance, groups: readonly Group[]) {
  const bySource = gather(groups, (group) => group.source);
  const byField = gather(groups, (group) => `${group.family}|${group.group}`);

  const some = (key: string, list: readonly Group[], most: number) =>
    chance
      .first(key, list, (group) => group.key, most)
      .map((group) => ({ id: group.variants[0].id }));

  const made = new WeakMap<Group, Links>();
  const make = (group: Group): Links => {
    const kin = (bySource.get(group.source) ?? []).filter((other) => other !== group);
    const same = kin.filter((other) => other.form === group.form);
    const field = (byField.get(`${group.family}|${group.group}`) ?? []).slice(0, 150);
    const relatives = field.filter((other) => other.source !== group.source);
    const beside = BESIDE[group.form ?? group.group] ?? BESIDE[group.group] ?? [];
    const companions = beside
      .flatMap((type) => bySource.get(type)?.slice(0, 1) ?? [])
      .filter((other) => other !== group);
    const last = group.variants.at(-1);
    const richer = group.variants.length > 1 && last && chance.odds(`up:${group.key}`, 0.4);
    return {
      cross_selling: companions.map((other) => ({ id: other.variants[0].id })),
      up_selling: richer ? [{ id: last.id }] : [],
      related: some(`related:${group.key}`, relatives, 6),
      substitute: some(`substitute:${group.key}`, same, 4),
    };
  };
  return (group: Group): Links => {
    const links = made.get(group) ?? make(group);
    made.set(group, links);
    return links;
  };
}

function gather(groups: readonly Group[], key: (group: Group) => string): Map<string, Group[]> {
  const map = new Map<string, Group[]>();
  for (const group of groups) {
    const list = map.get(key(group));
    if (list) list.push(group);
    else map.set(key(group), [group]);
  }
  return map;
}
