/** Names a variant of a medicine and distinguishes it from its siblings. */
import type { Text } from '../../world';
import { facts, speciesOf, type Brand, type Form, type Medicine } from '../facts';
import { bandText, packText, strengthText, type Strength } from '../words/medicine-words';
import { readPack } from '../words/quantity';
import { fill, listed, text } from '../words/text';
import type { Attribute } from './product';

const { product_name: patterns } = facts.names;

export interface MedicineSeed {
  key: string;
  rank: number;
  medicine: Medicine;
  form: Form;
  brand: Brand;
}

export function readStrength(strength: Medicine['forms'][number][2][number]): Strength {
  return typeof strength === 'string'
    ? { source: strength, band: null }
    : { source: strength[0], band: strength[1] };
}

interface Choice {
  strength: Strength;
  pack: string;
  species: readonly string[];
  /** True if the variants differ in the weight of the animal. */
  banded: boolean;
  several: boolean;
}

export function variantWords(seed: MedicineSeed, model: Text, choice: Choice) {
  const { medicine, form } = seed;
  const pack = packText(form, readPack(choice.pack), medicine.group, choice.species);
  const dose = strengthText(choice.strength);
  const band = choice.strength.band;
  const animal: Text = text((lang) =>
    listed(
      choice.species.slice(0, 2).map((id) => speciesOf(id).name[lang]),
      lang,
    ),
  );
  const classed: Text | null = band
    ? text((lang) => `${animal[lang]} ${bandText(band)[lang]}`)
    : null;
  const first: Attribute =
    choice.banded && classed
      ? { axis: 'weight_band', value: choice.several ? classed : bandText(band ?? [0, 0]) }
      : { axis: 'strength', value: dose };
  const needsAnimal = choice.several && !choice.banded && medicineRepeats(medicine, form.id);
  const strengthValue = needsAnimal
    ? text((lang) => `${dose[lang]} (${animal[lang]})`)
    : first.value;
  const spotOn = form.id === 'spot-on' && classed !== null;
  return {
    name: text((lang) => {
      const values = {
        trade: model[lang],
        strength: classed ? classed[lang] : dose[lang],
        form: form.name[lang],
        pack: pack[lang],
        for_species:
          !classed && choice.species.length <= 2
            ? fill(patterns.medicine_for_species[lang], {
                species_plural: listed(
                  choice.species.map((id) => speciesOf(id).plural[lang]),
                  lang,
                ),
              })
            : '',
      };
      if (spotOn) return `${model[lang]} spot-on ${values.strength}, ${values.pack}`;
      if (classed)
        return `${model[lang]} ${values.form} ${values.strength} (${dose[lang]}), ${values.pack}`;
      if (medicine.group === 'vaccine') {
        return `${fill(patterns.vaccine[lang], values)}${values.for_species}`;
      }
      return fill(patterns.medicine[lang], values);
    }),
    shortName: text((lang) =>
      fill(patterns.medicine_short[lang], {
        strength: classed ? classed[lang] : dose[lang],
        pack: pack[lang],
      }),
    ),
    attributes: [
      { ...first, value: strengthValue },
      { axis: 'pack', value: pack },
    ],
  };
}

/** Whether two rows of one form have the same strength and pack and differ only in the animals. */
function medicineRepeats(medicine: Medicine, formId: string): boolean {
  const seen = new Set<string>();
  return medicine.forms
    .filter((row) => row[0] === formId)
    .flatMap((row) => row[2].flatMap((s) => row[3].map((p) => `${readStrength(s).source}|${p}`)))
    .some((pair) => seen.size === seen.add(pair).size);
}
