/** The trade facts of `facts/`, parsed and validated once per process. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import * as schema from './facts-schema';

function read<S extends z.ZodType>(file: string, shape: S): z.output<S> {
  const source = readFileSync(new URL(`./facts/${file}.json`, import.meta.url), 'utf8');
  return shape.parse(JSON.parse(source));
}

const substanceFacts = read('substances', schema.substancesSchema);
const formFacts = read('forms', schema.formsSchema);
const foodFacts = read('food', schema.foodSchema);
const customerFacts = read('customers', schema.customersSchema);

export type Medicine = (typeof substanceFacts.substances)[number];
export type Form = (typeof formFacts.forms)[number];
export type FoodRange = (typeof foodFacts.ranges)[number];
export type EquipmentType = z.output<typeof schema.equipmentSchema>['types'][number];
export type CategoryFact = z.output<typeof schema.categoriesSchema>[number];
export type Brand = z.output<typeof schema.brandsSchema>[number];
export type CustomerFact = (typeof customerFacts.customers)[number];

export const facts = {
  species: read('species', schema.speciesSchema),
  routes: read('routes', schema.synonymsSchema),
  indications: read('indications', schema.synonymsSchema),
  ages: read('ages', schema.optionsSchema),
  sizes: read('animal-sizes', schema.sizesSchema),
  colors: read('colors', schema.colorsSchema),
  storage: read('storage', schema.storageSchema),
  groups: read('veterinary-groups', schema.groupsSchema),
  forms: formFacts.forms,
  containers: formFacts.containers,
  substanceGroups: substanceFacts.groups,
  psychotropicClasses: substanceFacts.psychotropic_classes,
  substances: substanceFacts.substances,
  combinations: read('combinations', schema.combinationsSchema).combinations,
  food: foodFacts,
  equipment: read('equipment', schema.equipmentSchema).types,
  categories: read('categories', schema.categoriesSchema),
  brands: read('brands', schema.brandsSchema),
  names: read('names', schema.namesSchema),
  customers: customerFacts,
  queries: read('queries', schema.queriesSchema),
};

/** Looks up rows by id; throws if an id is missing, so a fault in the facts stops the start. */
export function byId<T extends { id: string }>(what: string, rows: readonly T[]) {
  const map = new Map(rows.map((row) => [row.id, row]));
  return (id: string): T => {
    const row = map.get(id);
    if (!row) throw new Error(`The trade facts know no ${what} "${id}"`);
    return row;
  };
}

export const formOf = byId('form', facts.forms);
export const containerOf = byId('container', facts.containers);
export const substanceOf = byId('substance', facts.substances);
export const speciesOf = byId('species', facts.species);
export const indicationOf = byId('indication', facts.indications);
export const routeOf = byId('route', facts.routes);
export const brandOf = byId('brand', facts.brands);

export function wordOf(
  list: Readonly<Record<string, { fr: string; nl: string; en: string }>>,
  key: string,
) {
  const word = list[key];
  if (!word) throw new Error(`The trade facts have no word for "${key}"`);
  return word;
}
