/** Facet options `{id, name, sequence}` of every list, with the same numbers in all languages. */
import type { Lang, Text } from '../../world';
import { facts } from '../facts';
import { localQuantity } from '../words/quantity';
import { capitalise, same, text } from '../words/text';

interface OptionDocument {
  id: number;
  name: string;
  sequence: number;
}
/** Maps option ids to their documents in one language. */
type OptionList = (ids: readonly string[], lang: Lang) => OptionDocument[];

interface Row {
  id: string;
  name: Text;
  sequence?: number;
}

/**
 * Each list has its own number range from `base`. Rows with the same name become one option, because the facet displays
 * names.
 */
function optionList(base: number, rows: readonly Row[]): OptionList {
  const firsts = [
    ...new Map([...rows].reverse().map((row) => [row.name.fr, row])).values(),
  ].reverse();
  const made = new Map(
    rows.map((row) => {
      const index = firsts.findIndex((first) => first.name.fr === row.name.fr);
      const option = (lang: Lang): OptionDocument => ({
        id: base + index,
        name: capitalise(row.name[lang]),
        sequence: row.sequence ?? index + 1,
      });
      return [row.id, { fr: option('fr'), nl: option('nl'), en: option('en') }];
    }),
  );
  return (ids, lang) => ids.flatMap((id) => made.get(id)?.[lang] ?? []);
}

/** Values of the axis `size` of all equipment, keyed by their text in the facts. */
function sizeRows(): Row[] {
  const values = facts.equipment.flatMap((type) => type.axes['size'] ?? []);
  const rows = values.map((value): Row => {
    if (typeof value === 'string')
      return { id: value, name: text((lang) => localQuantity(value, lang)) };
    return 'v' in value ? { id: value.v, name: same(value.v) } : { id: value.fr, name: value };
  });
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export const options = {
  species: optionList(101, facts.species),
  routes: optionList(201, facts.routes),
  presentations: optionList(301, facts.forms),
  indications: optionList(401, facts.indications),
  ages: optionList(701, facts.ages),
  animalSizes: optionList(721, facts.sizes),
  colors: optionList(741, facts.colors),
  foodRanges: optionList(
    1001,
    facts.food.ranges.map(({ id, name }) => ({ id, name })),
  ),
  substances: optionList(
    2001,
    facts.substances.map(({ id, name }) => ({ id, name })),
  ),
  sizes: optionList(3001, sizeRows()),
};
