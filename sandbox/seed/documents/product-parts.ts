/** Lists in a product document: pictures, PDF documents, axes, packaging, groups. */
import type { Lang } from '../../world';
import type { Article, Group } from '../catalogue/catalogue';
import { facts, wordOf } from '../facts';
import { CARTON, UNIT_PACK } from '../words/labels';
import { fold } from '../words/text';
import type { Chance } from '../random';

export const LANG_CODES: Readonly<Record<Lang, string>> = { fr: 'fr_BE', nl: 'nl_BE', en: 'en_US' };
const SIZES = ['small', 'medium', 'large', 'xlarge'] as const;
const { axes } = facts.names.words;
const titles = new Map(facts.names.document_titles);

export function imagesOf(mediaBase: string, article: Article, second: boolean, alt: string) {
  const shown = second ? [`${article.id}`, `${article.id}-box`] : [`${article.id}`];
  return shown.map((name, sequence) =>
    Object.fromEntries(
      SIZES.map((size) => [
        size,
        { sequence, src: `${mediaBase}/p/${name}/${size}.svg`, alt, tag: '' },
      ]),
    ),
  );
}

/** Key of an axis, made of its name: lower case, without accents; `_` replaces other characters. */
function axisKey(axis: string, lang: Lang): string {
  return fold(wordOf(axes, axis)[lang])
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

export function attributesOf(article: Article, lang: Lang): Record<string, string> {
  return Object.fromEntries(
    article.attributes.map(({ axis, value }) => [axisKey(axis, lang), value[lang]]),
  );
}

export function packagingOf(chance: Chance, article: Article, lang: Lang) {
  const unit = {
    id: article.id * 10,
    name: UNIT_PACK[lang],
    qty: 1,
    barcode: article.barcode,
    is_unit: true,
    can_be_sold: true,
  };
  if (article.basePrice > 120) return [unit];
  const qty = chance.pick(`carton:${article.key}`, [6, 10, 12, 24, 50]);
  const carton = {
    id: article.id * 10 + 1,
    name: CARTON[lang].replace('{n}', String(qty)),
    qty,
    barcode: null,
    is_unit: false,
    can_be_sold: chance.odds(`carton-sold:${article.key}`, 0.7),
  };
  return [unit, carton];
}

/** PDF documents of a product: leaflets for medicines, feeding guides, manuals and declarations. */
export function papersOf(chance: Chance, group: Group): string[] {
  if (group.family === 'meds')
    return group.group === 'nutraceutical' ? ['leaflet'] : ['notice', 'spc'];
  if (group.family === 'food') return chance.odds(`ration:${group.key}`, 0.5) ? ['ration'] : [];
  return [
    ...(chance.odds(`manual:${group.key}`, 0.3) ? ['manual'] : []),
    ...(group.flags.sterile ? ['ce'] : []),
    ...(group.group.startsWith('disinfect') ? ['safety'] : []),
  ];
}

export function mediasOf(
  mediaBase: string,
  papers: readonly string[],
  article: Article,
  lang: Lang,
) {
  return papers.map((paper, index) => ({
    lang: LANG_CODES[lang],
    name: titles.get(paper)?.[lang] ?? paper,
    sequence: index + 1,
    type: { name: titles.get(paper)?.[lang] ?? paper, code: paper },
    url: `${mediaBase}/d/${article.id}/${paper}-${lang}.pdf`,
  }));
}

/** Species that the veterinary groups treat. */
const GROUP_SPECIES: Readonly<Record<string, readonly string[]>> = {
  'g-equi': ['horse', 'donkey'],
  'g-petcare': ['dog', 'cat'],
  'g-exotic': ['rabbit', 'ferret', 'guinea-pig', 'cage-bird', 'reptile'],
  'g-pig': ['pig', 'piglet'],
  'g-poultry': ['poultry', 'laying-hen'],
  'g-rural': ['cattle', 'calf', 'sheep'],
};

export function veterinaryGroupsOf(chance: Chance, group: Group, lang: Lang) {
  const species = new Set(group.variants.flatMap((variant) => variant.profile.species));
  return facts.groups
    .filter(({ id }) => {
      const cared = GROUP_SPECIES[id];
      if (cared && !cared.some((one) => species.has(one))) return false;
      return chance.odds(`vetgroup:${id}|${group.brand.id}|${group.group}`, cared ? 0.12 : 0.04);
    })
    .map(({ sequence, name, color }) => ({ id: sequence, name: name[lang], color, sequence }));
}
