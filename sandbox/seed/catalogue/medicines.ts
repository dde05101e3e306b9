/** Medicines and supplements: one product per substance (or combination), form and maker. */
import type { Text } from '../../world';
import { facts, formOf } from '../facts';
import type { Chance } from '../random';
import { containerFor, type Strength } from '../words/medicine-words';
import { packSize, packWeightKg, readPack, strengthSize } from '../words/quantity';
import { capitalise, text } from '../words/text';
import { isGeneric, shortFirm, type TradeNames } from '../words/trade-names';
import { makersOf } from './makers';
import { readStrength, variantWords, type MedicineSeed } from './medicine-names';
import { medicineVoice } from './medicine-voice';
import { containerPicture } from './picture-kinds';
import { listPrice, makerFactor, priceScale } from './pricing-scale';
import { NO_FLAGS, type Product, type Profile, type Variant } from './product';

const medicines = [...facts.substances, ...facts.combinations];

export interface Candidate {
  key: string;
  rank: number;
  build(): Product;
}

/** Every medicine that a world can have; products of the first makers have the first rank. */
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

function buildMedicine(chance: Chance, trade: TradeNames, seed: MedicineSeed): Product {
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

function medicineVariants(chance: Chance, seed: MedicineSeed, model: Text): Variant[] {
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

function pricePoint(strength: Strength, pack: string) {
  return {
    strength: strength.band ? strength.band[1] : strengthSize(strength.source),
    pack: packSize(readPack(pack)),
  };
}
