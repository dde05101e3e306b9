/** Food: one product per range, texture, breed size and maker; its variants are flavours and packs. */
import type { Text } from '../../world';
import { byId, facts, speciesOf, wordOf, type Brand, type FoodRange } from '../facts';
import type { Chance } from '../random';
import { localQuantity, packSize, packWeightKg, readPack } from '../words/quantity';
import { capitalise, fill, listed, text } from '../words/text';
import { makersOf } from './makers';
import type { Candidate } from './medicines';
import { foodVoice } from './food-voice';
import { texturePicture } from './picture-kinds';
import { listPrice, makerFactor, priceScale } from './pricing-scale';
import { NO_FLAGS, type Attribute, type Product, type Profile, type Variant } from './product';

const { product_name: patterns, words } = facts.names;
const sizeOf = byId('animal size', facts.sizes);
const ageOf = byId('age', facts.ages);

export function foodCandidates(chance: Chance): Candidate[] {
  return facts.food.ranges.flatMap((range) => {
    const makers = makersOf(chance, {
      kind: 'food',
      source: range.id,
      fields: [range.id, `food:${range.species[0] ?? ''}`, `food:${range.kind}`],
      near: ['food:diet', 'food:daily', 'food:treat'],
      generics: 'none',
    });
    const sizes = range.sizes.length ? range.sizes : [null];
    return range.textures.flatMap((texture) =>
      sizes.flatMap((size) =>
        makers.map((brand, rank) => {
          const key = `food|${range.id}|${texture[0]}|${size ?? ''}|${brand.id}`;
          const build = () => buildFood(chance, { key, rank, range, texture, size, brand });
          return { key, rank, build };
        }),
      ),
    );
  });
}

interface Seed {
  key: string;
  rank: number;
  range: FoodRange;
  texture: FoodRange['textures'][number];
  size: string | null;
  brand: Brand;
}

/** The animal in the name of a food: `chien`, `chiot`, `chat senior`. */
function animalWords(range: FoodRange): Text {
  return text((lang) => {
    const species =
      range.species.length > 1 && range.species.includes('dog') && range.species.includes('cat')
        ? listed(
            range.species.map((id) => speciesOf(id).name[lang]),
            lang,
          )
        : speciesOf(range.species[0] ?? '').name[lang];
    const [age] = range.ages;
    const said = range.ages.length === 1 && age && !['adult', 'all-ages'].includes(age);
    const word = said ? ageOf(age).name[lang].toLowerCase() : '';
    const own = range.name[lang].toLowerCase();
    if (own.includes(species) || (word && own.includes(word))) return '';
    return word && !species.startsWith(word.slice(0, 4)) ? `${species} ${word}` : species;
  });
}

/** `petite taille`, without the kilograms in the full name of a size. */
function breedWords(size: string): Text {
  const { name } = sizeOf(size);
  return text((lang) => name[lang].replace(/ \(.*\)$/, ''));
}

function buildFood(chance: Chance, seed: Seed): Product {
  const { key, rank, range, texture, size, brand } = seed;
  const animal = animalWords(range);
  const breed = size ? breedWords(size) : null;
  const textureWord = wordOf(words.texture, texture[0]);
  const model = text((lang) =>
    [brand.name, range.name[lang], animal[lang], breed?.[lang]].filter(Boolean).join(' '),
  );
  const profile: Profile = {
    key: `${range.id}|${texture[0]}|${size ?? ''}`,
    species: range.species,
    routes: [],
    indications: range.indications,
    ages: range.ages,
    sizes: size ? [size] : [],
    withdrawal: [],
  };
  return {
    key,
    rank,
    family: 'food',
    source: range.id,
    group: 'food',
    brand,
    substances: [],
    form: texture[0],
    atcvet: null,
    amcra: null,
    flags: NO_FLAGS,
    storage: 'dry',
    orderMode: 'direct_sale',
    taxRate: 21,
    model,
    urlWords: text((lang) => `${model[lang]} ${textureWord[lang]}`),
    variants: foodVariants(chance, seed, profile, { model, textureWord, animal, breed }),
    voice: foodVoice(range, texture[0], size, model),
  };
}

interface FoodWords {
  model: Text;
  textureWord: Text;
  animal: Text;
  breed: Text | null;
}

function foodVariants(chance: Chance, seed: Seed, profile: Profile, said: FoodWords): Variant[] {
  const { range, texture, brand, key } = seed;
  const [kind, packs, price] = texture;
  const sizes = packs.map((pack) => ({ strength: 1, pack: packSize(readPack(pack)) }));
  const scale = priceScale(sizes, price);
  const factor = makerFactor(0, chance.unit(`factor:${key}`));
  const flavours = range.flavours.length ? range.flavours : [null];
  return flavours.flatMap((flavour) =>
    packs.map((pack): Variant => {
      const read = readPack(pack);
      const taste = flavour ? wordOf(words.flavour, flavour) : null;
      const packWords = text((lang) => localQuantity(pack, lang));
      const attributes: Attribute[] = [
        ...(taste ? [{ axis: 'flavour', value: taste }] : []),
        { axis: 'pack', value: packWords },
      ];
      const join = (pattern: string, values: Record<string, string>) =>
        fill(pattern, values)
          .replace(/(, )+/g, ', ')
          .replace(/^, /, '')
          .replace(/ {2,}/g, ' ')
          .replaceAll(' ,', ',');
      return {
        key: `${key}|${flavour ?? ''}|${pack}`,
        name: text((lang) =>
          join(patterns.food[lang].replace(' {age}', ''), {
            brand: brand.name,
            range: range.name[lang],
            species: said.animal[lang],
            size: said.breed ? ` ${said.breed[lang]}` : '',
            texture: said.textureWord[lang],
            flavour: taste?.[lang] ?? '',
            pack: packWords[lang],
          }),
        ),
        shortName: text((lang) =>
          capitalise(
            join(patterns.food_short[lang], {
              flavour: taste?.[lang] ?? '',
              pack: packWords[lang],
            }),
          ),
        ),
        attributes,
        profile,
        basePrice: listPrice(
          scale({ strength: 1, pack: packSize(read) }) *
            factor *
            (0.98 + chance.unit(`taste:${flavour ?? ''}`) * 0.06),
        ),
        weightKg: packWeightKg(read),
        pieces: read.unit === 'pieces' ? read.inner : read.outer,
        color: null,
        size: null,
        picture: texturePicture(kind, pack),
        band: null,
      };
    }),
  );
}
