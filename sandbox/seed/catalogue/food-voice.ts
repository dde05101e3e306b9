/** Page texts of a food: sentences, nutrition and feeding, with rations for the animal's weight. */
import type { Lang, Text } from '../../world';
import { alsoCalled } from '../words/synonyms';
import { byId, facts, indicationOf, speciesOf, wordOf, type FoodRange } from '../facts';
import { FIELD, GROUP } from '../words/labels';
import { capitalise, fill, inSentence, listed } from '../words/text';
import type { AttributeGroup, ProductVoice, Variant } from './product';

const { words, descriptions } = facts.names;
const ageOf = byId('age', facts.ages);
const sizeOf = byId('animal size', facts.sizes);
/** Typical weight in kilograms, for the ration text. */
const WEIGHTS: Readonly<Record<string, number>> = {
  dog: 20,
  puppy: 8,
  cat: 4,
  kitten: 2,
  rabbit: 2,
  ferret: 1,
  horse: 500,
  'guinea-pig': 1,
};

/** Kinds of food that the facts name with an adjective in some language. */
const PHRASES: Readonly<Record<string, Text>> = {
  diet: { fr: 'aliment {kind}', nl: '{kind}', en: '{kind} food' },
  daily: { fr: 'aliment {kind}', nl: '{kind}', en: '{kind} food' },
};

export function foodVoice(
  range: FoodRange,
  texture: string,
  size: string | null,
  model: Text,
): ProductVoice {
  const grown = size ? middle(sizeOf(size).kg) : (WEIGHTS[range.species[0] ?? ''] ?? 10);
  const kg = size && range.ages.includes('puppy') ? Math.max(2, Math.round(grown / 3)) : grown;
  const animals = (lang: Lang) =>
    listed(
      range.species.map((id) => speciesOf(id).plural[lang]),
      lang,
    );
  const illnesses = (lang: Lang) =>
    listed(
      range.indications.map((id) => inSentence(indicationOf(id).name[lang])),
      lang,
    );
  const opening = (lang: Lang): string => {
    const kind = wordOf(facts.food.kinds, range.kind)[lang];
    const what = PHRASES[range.kind]?.[lang].replace('{kind}', kind) ?? kind;
    const link = { fr: 'pour', nl: 'voor', en: 'for' }[lang];
    const lead = `${model[lang]}${lang === 'fr' ? '\u00a0' : ''}: ${what} ${link} ${animals(lang)}.`;
    if (!range.indications.length) return lead;
    return `${lead} ${fill(descriptions['food']?.[1]?.[lang] ?? '', { indications: illnesses(lang) })}`;
  };
  return {
    shortDescription: (_profile, lang) =>
      `<p>${opening(lang)}</p><p>${alsoCalled(range.species, range.indications, lang)}</p>`,
    description: (_profile, lang) => {
      const features = range.features.map((feature) => feature[lang]).join(', ');
      const key =
        range.kind === 'diet' && features
          ? [fill(descriptions['food']?.[2]?.[lang] ?? '', { key: features })]
          : [];
      const texts = [opening(lang), ...key, ration(range, texture, kg, lang)];
      return `<p>${texts.join('</p><p>')}</p>`;
    },
    attributes: (variant, lang) => foodAttributes(range, texture, size, kg, variant, lang),
  };
}

function middle([low, high]: readonly [number, number]): number {
  return Math.round((low + Math.min(high, 60)) / 2);
}

/** Daily grams of dry food by metabolic weight, and the other numbers in the facts' feeding texts. */
function ration(range: FoodRange, texture: string, kg: number, lang: Lang): string {
  const perDay = Math.round((26 * kg ** 0.75) / 5) * 5 || 5;
  const template = facts.food.feeding_text[texture];
  if (!template) return '';
  return fill(template[lang], {
    kg: String(kg),
    g_min: String(Math.round(perDay * 0.9)),
    g_max: String(Math.round(perDay * 1.2)),
    n: texture === 'treat' ? '4' : range.species.includes('horse') ? '3' : '2',
    n_min: String(Math.max(1, Math.round(kg / 4))),
    n_max: String(Math.max(2, Math.round(kg / 3))),
    g: texture === 'feed' ? String(kg >= 100 ? 1500 : Math.max(20, Math.round(perDay))) : '125',
    ml: texture === 'powder' ? '875' : String(Math.round(kg * 45)),
    temp: '40',
    weeks: '12',
  });
}

function foodAttributes(
  range: FoodRange,
  texture: string,
  size: string | null,
  kg: number,
  variant: Variant,
  lang: Lang,
): AttributeGroup[] {
  const char = (key: keyof typeof FIELD, value: string) =>
    ({ key, name: FIELD[key][lang], type: 'char', value }) as const;
  const list = (key: keyof typeof FIELD, value: string[]) =>
    ({ key, name: FIELD[key][lang], type: 'list', value }) as const;
  const flavour = variant.attributes.find((attribute) => attribute.axis === 'flavour');
  const feeding = facts.food.feeding_text;
  return [
    {
      group_name: GROUP.nutrition[lang],
      fields: [
        char('texture', capitalise(wordOf(words.texture, texture)[lang])),
        ...(flavour ? [char('flavour', capitalise(flavour.value[lang]))] : []),
        list(
          'species',
          range.species.map((id) => capitalise(speciesOf(id).name[lang])),
        ),
        list(
          'age',
          range.ages.map((id) => ageOf(id).name[lang]),
        ),
        ...(size ? [char('breed', sizeOf(size).name[lang])] : []),
        ...(range.features.length
          ? [
              list(
                'features',
                range.features.map((feature) => feature[lang]),
              ),
            ]
          : []),
      ],
    },
    {
      group_name: GROUP.feeding[lang],
      fields: [
        char('ration', ration(range, texture, kg, lang)),
        ...(texture === 'dry' && feeding['transition']
          ? [char('transition', feeding['transition'][lang])]
          : []),
        ...(range.kind === 'diet' && feeding['diet_duration']
          ? [char('duration', fill(feeding['diet_duration'][lang], { weeks: '12' }))]
          : []),
      ],
    },
  ];
}
