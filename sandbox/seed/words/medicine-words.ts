/** Texts for a medicine's strength and pack, by the rules of `facts/names.json` and `facts/forms.json`. */
import type { Lang, Text } from '../../world';
import { containerOf, facts, wordOf, type Form } from '../facts';
import { figure, localQuantity, packSize, type Pack } from './quantity';
import { NBSP, fill, frenchDe, text } from './text';

const { pack: packWords } = facts.names.product_name;
const INJECTABLE = new Set(['inj-solution', 'inj-suspension', 'inj-emulsion']);
const PETS = new Set(['dog', 'cat', 'rabbit', 'puppy', 'kitten']);

/** The container of a pack: the form's default, adjusted by the container rules of the facts. */
export function containerFor(form: Form, pack: Pack, group: string, species: readonly string[]) {
  return containerOf(containerId(form, pack, group, species));
}

function containerId(form: Form, pack: Pack, group: string, species: readonly string[]): string {
  const each = packSize({ ...pack, outer: 1 });
  const several = pack.nested && pack.outer > 1;
  if (INJECTABLE.has(form.id) && several && pack.unit && each <= 10) return 'ampoule';
  if (form.id === 'infusion') {
    if (several && each <= 20) return 'ampoule';
    if (group === 'mineral') return 'bottle';
  }
  if (['gel', 'ointment', 'cream'].includes(form.id)) {
    if (form.id === 'gel' && each >= 1000) return 'can';
    if (each >= (pack.unit === 'g' || pack.unit === 'kg' ? 400 : 300)) return 'pot';
  }
  if (['cutaneous-solution', 'oral-solution', 'oral-suspension'].includes(form.id) && each >= 1000)
    return 'can';
  if (['oral-powder', 'granules'].includes(form.id) && each >= 250) return 'pot';
  if (form.id === 'water-powder' && each >= 1000) return 'bag';
  if (
    ['oral-paste', 'oral-gel'].includes(form.id) &&
    each >= 50 &&
    species.some((s) => PETS.has(s))
  )
    return 'tube';
  return form.container;
}

export function packText(form: Form, pack: Pack, group: string, species: readonly string[]): Text {
  const container = containerFor(form, pack, group, species);
  return text((lang) => packPhrase(form, pack, container, lang));
}

function packPhrase(
  form: Form,
  pack: Pack,
  container: ReturnType<typeof containerOf>,
  lang: Lang,
): string {
  if (form.pack_kind === 'dose' && !pack.unit) return doses(pack, lang);
  const inner = figure(pack.innerText, lang);
  const of = (words: string, what: string) =>
    lang === 'fr' ? `${words} ${frenchDe(what)}` : `${words} van ${what}`;
  if (pack.unit) {
    const amount = `${inner}${NBSP}${pack.unit}`;
    if (lang === 'en')
      return pack.outer > 1
        ? `${pack.outer} × ${amount} ${container.plural.en}`
        : `${amount} ${container.name.en}`;
    return pack.outer > 1
      ? of(`${pack.outer} ${container.plural[lang]}`, amount)
      : of(container.name[lang], amount);
  }
  const counted = form.count_unit === 'container' ? container : form;
  if (pack.nested && form.count_unit === 'form') {
    const values = { a: String(pack.outer), b: inner, form_plural: form.plural[lang] };
    if (container.id === 'blister')
      return fill(wordOf(packWords, pack.outer === 1 ? 'blister_one' : 'blister')[lang], values);
    const packs = pack.outer === 1 ? container.name[lang] : container.plural[lang];
    const content = `${inner} ${pack.inner === 1 ? form.name[lang] : form.plural[lang]}`;
    return lang === 'en'
      ? `${pack.outer} ${packs} of ${content}`
      : of(`${pack.outer} ${packs}`, content);
  }
  const total = pack.outer * pack.inner;
  return `${total} ${total === 1 ? counted.name[lang] : counted.plural[lang]}`;
}

const VIAL: Readonly<Record<Lang, readonly [string, string]>> = {
  fr: ['flacon', 'flacons'],
  nl: ['flacon', 'flacons'],
  en: ['vial', 'vials'],
};
const DOSE: Readonly<Record<Lang, readonly [string, string]>> = {
  fr: ['dose', 'doses'],
  nl: ['dosis', 'doses'],
  en: ['dose', 'doses'],
};

function doses(pack: Pack, lang: Lang): string {
  const [vial, vials] = VIAL[lang];
  const [dose, many] = DOSE[lang];
  const inner = pack.inner === 1 ? dose : many;
  const count = pack.inner.toLocaleString(lang === 'en' ? 'en' : 'nl', { useGrouping: false });
  const link = lang === 'fr' ? 'de' : lang === 'nl' ? 'van' : 'of';
  return `${pack.outer} ${pack.outer === 1 ? vial : vials} ${link} ${count} ${inner}`;
}

export interface Strength {
  source: string;
  /** Weight class of the animal in kg, for products dosed by weight. */
  band: readonly [number, number] | null;
}

export function strengthText(strength: Strength): Text {
  return text((lang) => localQuantity(strength.source, lang));
}

const FROM_ZERO: Text = { fr: 'jusqu’à {kg}', nl: 'tot {kg}', en: 'up to {kg}' };

/** Formats a weight class as `4–10 kg` or `jusqu’à 4 kg`. */
export function bandText(band: readonly [number, number]): Text {
  return text((lang) => {
    const to = `${figure(String(band[1]), lang)}${NBSP}kg`;
    return band[0] > 0
      ? `${figure(String(band[0]), lang)}–${to}`
      : FROM_ZERO[lang].replace('{kg}', to);
  });
}
