/** Structured attributes of a medicine: pharmacology, withdrawal periods per species, supply. */
import type { Lang } from '../../world';
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
import { bandText } from '../words/medicine-words';
import { figure } from '../words/quantity';
import { capitalise, fill } from '../words/text';
import type { AttributeGroup, Profile, Variant, WithdrawalRow } from './product';

const { words } = facts.names;

export function medicineAttributes(
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
          profile.routes.map((id) => capitalise(routeOf(id).name[lang])),
        ),
        list(
          'species',
          profile.species.map((id) => capitalise(speciesOf(id).name[lang])),
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

/** A combination refers to substances that have their own products; a substance refers to itself. */
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

/** Text such as `viande et abats : 28 jours ; lait : 84 heures`. */
function withdrawalText([species, meat, milk, eggs]: WithdrawalRow, lang: Lang): string {
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
