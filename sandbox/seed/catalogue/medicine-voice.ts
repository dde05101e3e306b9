/** Page texts of a medicine: sentences and structured attributes, with withdrawal periods per species. */
import type { Lang, Text } from '../../world';
import {
  byId,
  facts,
  indicationOf,
  routeOf,
  speciesOf,
  wordOf,
  type Form,
  type Medicine,
} from '../facts';
import { alsoCalled } from '../words/synonyms';
import { capitalise, fill, frenchDe, inSentence, listed } from '../words/text';
import { medicineAttributes } from './medicine-attributes';
import type { ProductVoice, Profile } from './product';

const { words, descriptions } = facts.names;
const groupOf = byId('substance group', facts.substanceGroups);
const notices = new Map(facts.names.notices);
const PARASITICIDES = new Set(['endoparasiticide', 'endectocide', 'ectoparasiticide']);

export function medicineVoice(
  medicine: Medicine,
  form: Form,
  model: Text,
  generic: boolean,
): ProductVoice {
  const substances = (lang: Lang) => listed(medicine.name[lang].split(' + '), lang);
  const contained = (lang: Lang) => {
    const several = medicine.name.fr.includes(' + ');
    if (lang !== 'fr') return substances(lang);
    return `${several ? 'les principes actifs' : 'le principe actif'} ${substances(lang)}`;
  };
  const say = (group: string, index: number, lang: Lang, values: Record<string, string>) =>
    fill(descriptions[group]?.[index]?.[lang] ?? '', values);

  const opening = (profile: Profile, lang: Lang): string => {
    const values = {
      Trade: model[lang],
      substances: contained(lang),
      species_plural: animals(profile, lang),
      indications: illnesses(profile, lang),
    };
    if (medicine.group === 'vaccine') return say('vaccine', 0, lang, values);
    if (medicine.group === 'nutraceutical') return say('supplement', 1, lang, values);
    if (PARASITICIDES.has(medicine.group)) return say('parasiticide', 0, lang, values);
    return generic ? say('medicine', 2, lang, values) : say('medicine', 0, lang, values);
  };

  return {
    shortDescription: (profile, lang) => {
      const { name } = groupOf(medicine.group);
      const kind = `${name[lang]}, ${substances(lang)}. ATCvet ${medicine.atcvet}.`;
      const words = alsoCalled(profile.species, profile.indications, lang);
      return `<p>${capitalise(opening(profile, lang))}</p><p>${kind} ${words}</p>`;
    },
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
  return listed(
    profile.indications.map((id) => inSentence(indicationOf(id).name[lang])),
    lang,
  );
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
