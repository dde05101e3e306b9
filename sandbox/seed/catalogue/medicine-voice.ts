/** What a medicine's page says: sentences and structured attributes, with withdrawal periods per species. */
import type { Lang, Text } from '../../world';
import {
  facts,
  indicationOf,
  routeOf,
  speciesOf,
  substanceOf,
  wordOf,
  type Form,
  type Medicine,
} from '../facts';
import { FIELD, GROUP } from '../words/labels';
import { figure } from '../words/quantity';
import { capitalise, fill, frenchDe, listed } from '../words/text';
import { bandText } from '../words/medicine-words';
import type { AttributeGroup, ProductVoice, Profile, Variant, WithdrawalRow } from './product';

const { words, descriptions } = facts.names;
const notices = new Map(facts.names.notices);
const PARASITICIDES = new Set(['endoparasiticide', 'endectocide', 'ectoparasiticide']);

export function medicineVoice(
  medicine: Medicine,
  form: Form,
  model: Text,
  generic: boolean,
): ProductVoice {
  const substances = (lang: Lang) => medicine.name[lang];
  const say = (group: string, index: number, lang: Lang, values: Record<string, string>) =>
    fill(descriptions[group]?.[index]?.[lang] ?? '', values);

  const opening = (profile: Profile, lang: Lang): string => {
    const values = {
      Trade: model[lang],
      substances: substances(lang),
      species_plural: animals(profile, lang),
      indications: illnesses(profile, lang),
    };
    if (medicine.group === 'vaccine') return say('vaccine', 0, lang, values);
    if (medicine.group === 'nutraceutical') return say('supplement', 1, lang, values);
    if (PARASITICIDES.has(medicine.group)) return say('parasiticide', 0, lang, values);
    return generic ? say('medicine', 2, lang, values) : say('medicine', 0, lang, values);
  };

  return {
    shortDescription: (profile, lang) => `<p>${capitalise(opening(profile, lang))}</p>`,
    description: (profile, lang) => {
      const sentences = [
        opening(profile, lang),
        formSentence(form, substances(lang), profile, lang),
        ...(medicine.group === 'vaccine'
          ? [say('vaccine', 1, lang, {}), say('vaccine', 2, lang, {})]
          : []),
        ...(medicine.group === 'nutraceutical'
          ? [say('supplement', 0, lang, { species_plural: animals(profile, lang) })]
          : []),
        ...(medicine.amcra
          ? [say('antibiotic', 0, lang, { amcra: wordOf(words.amcra, medicine.amcra)[lang] })]
          : []),
        ...(medicine.flags.prescription ? [say('medicine', 4, lang, {})] : []),
      ];
      const warnings = warningKeys(medicine, profile).map((key) => notices.get(key)?.[lang] ?? '');
      const list = warnings.length
        ? `<ul>${warnings.map((warning) => `<li>${warning}</li>`).join('')}</ul>`
        : '';
      return `<p>${sentences.map(capitalise).join('</p><p>')}</p>${list}`;
    },
    attributes: (variant, lang) => medicineAttributes(medicine, form, variant, lang),
  };
}

function animals(profile: Profile, lang: Lang): string {
  return listed(
    profile.species.map((id) => speciesOf(id).plural[lang]),
    lang,
  );
}

function illnesses(profile: Profile, lang: Lang): string {
  return profile.indications.map((id) => indicationOf(id).name[lang].toLowerCase()).join(', ');
}

function formSentence(form: Form, substances: string, profile: Profile, lang: Lang): string {
  const routes = profile.routes.map((id) => routeOf(id).name[lang]).join(', ');
  const subject = capitalise(form.name[lang]);
  if (lang === 'fr')
    return `${subject} à base ${frenchDe(substances)}. Administration : ${routes}.`;
  if (lang === 'nl') return `${subject} met ${substances}. Toediening: ${routes}.`;
  return `${subject} with ${substances}. Administration: ${routes}.`;
}

function warningKeys(medicine: Medicine, profile: Profile): string[] {
  const { flags } = medicine;
  const food = profile.species.some((id) => speciesOf(id).food_producing);
  return [
    ...(flags.narcotic ? ['narcotic'] : []),
    ...(flags.psychotropic ? ['psychotropic'] : []),
    ...(flags.cold_chain ? ['cold_chain'] : []),
    ...(medicine.amcra === 'red' && food ? ['antibiotic_red'] : []),
    ...(flags.human_off_label ? ['cascade'] : []),
    ...([medicine.id, ...(medicine.substances ?? [])].includes('permethrin')
      ? ['permethrin_cat']
      : []),
    ...(flags.made_to_order ? ['mto'] : []),
    ...(medicine.group === 'oncology' ? ['cytotoxic'] : []),
    ...(profile.species.includes('bee') ? ['bee'] : []),
    ...(medicine.group === 'nutraceutical' ? ['feed_additive'] : []),
  ];
}

function medicineAttributes(
  medicine: Medicine,
  form: Form,
  variant: Variant,
  lang: Lang,
): AttributeGroup[] {
  const { profile } = variant;
  const char = (key: keyof typeof FIELD, value: string) =>
    ({ key, name: FIELD[key][lang], type: 'char', value }) as const;
  const list = (key: keyof typeof FIELD, value: string[]) =>
    ({ key, name: FIELD[key][lang], type: 'list', value }) as const;
  const ids = medicine.substances ?? [medicine.id];
  const strength = variant.attributes.find((attribute) => attribute.axis === 'strength');
  const status = medicine.flags.prescription ? 'prescription' : 'otc';
  return [
    {
      group_name: GROUP.pharmacology[lang],
      fields: [
        list(
          'active',
          ids.map((id) => capitalise(substanceOrSelf(id, medicine).name[lang])),
        ),
        ...(strength ? [char('strength', strength.value[lang])] : []),
        ...(variant.band ? [char('weight', bandText(variant.band)[lang])] : []),
        char('form', capitalise(form.name[lang])),
        list(
          'route',
          profile.routes.map((id) => routeOf(id).name[lang]),
        ),
        list(
          'species',
          profile.species.map((id) => speciesOf(id).name[lang]),
        ),
        list(
          'indications',
          profile.indications.map((id) => indicationOf(id).name[lang]),
        ),
        char('atcvet', medicine.atcvet),
        ...(medicine.amcra ? [char('amcra', wordOf(words.amcra, medicine.amcra)[lang])] : []),
      ],
    },
    ...withdrawalGroup(medicine, profile, lang),
    {
      group_name: GROUP.supply[lang],
      fields: [
        char('status', wordOf(words.flags, status)[lang]),
        ...(medicine.flags.light_protection
          ? [{ key: 'light', name: FIELD.light[lang], type: 'boolean', value: true } as const]
          : []),
      ],
    },
  ];
}

/** Combinations name substances that have products of their own; a substance names itself. */
function substanceOrSelf(id: string, medicine: Medicine): Medicine {
  return id === medicine.id ? medicine : substanceOf(id);
}

function withdrawalGroup(medicine: Medicine, profile: Profile, lang: Lang): AttributeGroup[] {
  const fields = profile.withdrawal.map((row) => ({
    key: `withdrawal_${row[0].replaceAll('-', '_')}`,
    name: capitalise(speciesOf(row[0]).name[lang]),
    type: 'char' as const,
    value: withdrawalText(row, lang),
  }));
  if (fields.length) return [{ group_name: GROUP.withdrawal[lang], fields }];
  const none =
    medicine.flags.human_off_label && !profile.species.some((id) => speciesOf(id).food_producing);
  if (!none) return [];
  const value = wordOf(words.withdrawal, 'none')[lang];
  return [
    {
      group_name: GROUP.withdrawal[lang],
      fields: [{ key: 'waiting_period', name: GROUP.withdrawal[lang], type: 'char', value }],
    },
  ];
}

/** `viande et abats : 28 jours ; lait : 84 heures`. */
export function withdrawalText([species, meat, milk, eggs]: WithdrawalRow, lang: Lang): string {
  const say = (key: string, value: number | 'x' | null): string[] => {
    if (value === null) return [];
    if (value === 'x') {
      const no = key === 'milk' ? 'milk_no' : key === 'eggs' ? 'eggs_no' : 'not_food';
      return [wordOf(words.withdrawal, no)[lang]];
    }
    if (key === 'meat' && species === 'horse' && value === 180)
      return [wordOf(words.withdrawal, 'horse_six_months')[lang]];
    const word = wordOf(words.withdrawal, value === 0 ? `${key}_zero` : key)[lang];
    return [fill(word, { n: figure(String(value), lang) })];
  };
  const parts = [...say('meat', meat), ...say('milk', milk), ...say('eggs', eggs)];
  return parts.join(lang === 'fr' ? '\u00a0; ' : '; ');
}
