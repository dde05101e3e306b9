/** Medicines and supplements: one product per substance (or combination), form and maker. */
import type { Text } from '../../world';
import { facts, formOf, speciesOf, type Brand, type Form, type Medicine } from '../facts';
import type { Chance } from '../random';
import {
  bandText,
  containerFor,
  packText,
  readPack,
  strengthText,
  type Strength,
} from '../words/medicine-words';
import { packSize, packWeightKg, strengthSize } from '../words/quantity';
import { capitalise, fill, listed, text } from '../words/text';
import { isGeneric, shortFirm, type TradeNames } from '../words/trade-names';
import { makersOf } from './makers';
import { medicineVoice } from './medicine-voice';
import { containerPicture } from './picture-kinds';
import { listPrice, makerFactor, priceScale } from './pricing-scale';
import { NO_FLAGS, type Attribute, type Product, type Profile, type Variant } from './product';

const { product_name: patterns } = facts.names;
const medicines = [...facts.substances, ...facts.combinations];

export interface Candidate {
  key: string;
  rank: number;
  build(): Product;
}

/** Every medicine that could be in a world, with the first makers' products first in rank. */
export function medicineCandidates(chance: Chance, trade: TradeNames): Candidate[] {
  return medicines.flatMap((medicine) => {
    const formIds = [...new Set(medicine.forms.map((row) => row[0]))];
    const makers = makersOf(chance, {
      kind: 'pharma',
      source: medicine.id,
      fields: [medicine.group, ...(medicine.species[0] ? [`species:${medicine.species[0]}`] : [])],
      near: medicine.species.map((id) => `species:${id}`),
      generics: isGeneric(medicine)
        ? 'first'
        : ['vaccine', 'immunology', 'nutraceutical', 'udder'].includes(medicine.group)
          ? 'none'
          : 'among',
    });
    return formIds.flatMap((formId) =>
      makers.map((brand, rank) => {
        const key = `med|${medicine.id}|${formId}|${brand.id}`;
        const build = () =>
          buildMedicine(chance, trade, { key, rank, medicine, form: formOf(formId), brand });
        return { key, rank, build };
      }),
    );
  });
}

interface Seed {
  key: string;
  rank: number;
  medicine: Medicine;
  form: Form;
  brand: Brand;
}

function buildMedicine(chance: Chance, trade: TradeNames, seed: Seed): Product {
  const { key, rank, medicine, form, brand } = seed;
  const { flags } = medicine;
  const name = trade.nameFor(medicine, brand);
  const model: Text = text((lang) =>
    name ? name : `${capitalise(medicine.name[lang])} ${shortFirm(brand)}`,
  );
  const variants = medicineVariants(chance, seed, model);
  return {
    key,
    rank,
    family: 'meds',
    source: medicine.id,
    group: medicine.group,
    brand,
    substances: medicine.substances ?? [medicine.id],
    form: form.id,
    atcvet: medicine.atcvet,
    amcra: medicine.amcra,
    flags: {
      ...NO_FLAGS,
      prescription: flags.prescription === true,
      narcotic: flags.narcotic === true,
      psychotropic: flags.psychotropic !== undefined,
      human: flags.human_off_label === true,
      import: flags.import === true,
      madeToOrder: flags.made_to_order === true,
      lightProtection: flags.light_protection === true,
      sterile: ['infusion', 'inj-solution', 'eye-drops'].includes(form.id),
    },
    storage: flags.frozen
      ? 'nitrogen'
      : flags.cold_chain
        ? 'cold'
        : chance.odds(`storage:${medicine.id}|${form.id}`, 0.45)
          ? 'below-25'
          : 'ambient',
    orderMode: flags.made_to_order ? 'bought_sold' : 'direct_sale',
    taxRate: medicine.group === 'nutraceutical' ? 21 : 6,
    model,
    urlWords: text((lang) => `${model[lang]} ${form.name[lang]}`),
    variants,
    voice: medicineVoice(medicine, form, model, isGeneric(medicine)),
  };
}

function medicineVariants(chance: Chance, seed: Seed, model: Text): Variant[] {
  const { medicine, form, rank, key } = seed;
  const rows = medicine.forms.filter((row) => row[0] === form.id);
  const banded = rows.every((row) => row[2].every((strength) => Array.isArray(strength)));
  const made: Variant[] = [];
  for (const [index, row] of rows.entries()) {
    const [, routes, strengths, packs, price, species, withdrawal] = row;
    const profile: Profile = {
      key: `${medicine.id}|${form.id}|${index}`,
      species,
      routes,
      indications: medicine.indications,
      ages: [],
      sizes: [],
      withdrawal,
    };
    const factor = makerFactor(rank, chance.unit(`factor:${key}`));
    const strong = strengths.map(readStrength);
    const scale = priceScale(
      strong.flatMap((s) => packs.map((pack) => pricePoint(s, pack))),
      price,
    );
    for (const strength of strong) {
      for (const pack of packs) {
        made.push({
          ...variantWords(seed, model, {
            strength,
            pack,
            species,
            banded,
            several: rows.length > 1,
          }),
          key: `${key}|${index}|${strength.source}|${pack}`,
          profile,
          basePrice: listPrice(scale(pricePoint(strength, pack)) * factor),
          weightKg: packWeightKg(readPack(pack)),
          pieces: readPack(pack).outer * (readPack(pack).unit ? 1 : readPack(pack).inner),
          color: null,
          size: null,
          picture: containerPicture(
            form.id,
            containerFor(form, readPack(pack), medicine.group, species).id,
          ),
          band: strength.band,
        });
      }
    }
  }
  return made;
}

function readStrength(strength: Medicine['forms'][number][2][number]): Strength {
  return typeof strength === 'string'
    ? { source: strength, band: null }
    : { source: strength[0], band: strength[1] };
}

function pricePoint(strength: Strength, pack: string) {
  return {
    strength: strength.band ? strength.band[1] : strengthSize(strength.source),
    pack: packSize(readPack(pack)),
  };
}

interface Choice {
  strength: Strength;
  pack: string;
  species: readonly string[];
  /** All variants of the product are told apart by the weight of the animal. */
  banded: boolean;
  several: boolean;
}

function variantWords(seed: Seed, model: Text, choice: Choice) {
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

/** Whether two rows of one form share a strength and pack and differ only in the animals. */
function medicineRepeats(medicine: Medicine, formId: string): boolean {
  const seen = new Set<string>();
  return medicine.forms
    .filter((row) => row[0] === formId)
    .flatMap((row) => row[2].flatMap((s) => row[3].map((p) => `${readStrength(s).source}|${p}`)))
    .some((pair) => seen.size === seen.add(pair).size);
}
