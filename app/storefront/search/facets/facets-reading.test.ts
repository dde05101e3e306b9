import { describe, expect, it } from 'vitest';
import { parseCriteria } from '../criteria';
import { readFacets, unnamed, type LabelOf } from './facets-reading.server';

const bucket = (key: number, groups: number) => ({
  key,
  doc_count: groups * 3,
  groups: { value: groups },
});
const options = (...buckets: object[]) => ({ values: { buckets, sum_other_doc_count: 0 } });
const named =
  (names: Readonly<Record<string, string>>): LabelOf =>
  (key, value) =>
    names[`${key}=${value}`] ?? null;

describe('filters with their counts', () => {
  it('SRCH-01 facets count groups, keep a chosen value without matches and omit empty filters', () => {
    const criteria = parseCriteria(new URLSearchParams('species=12&brand=5'));
    const facets = readFacets(
      { species: options(bucket(11, 2), bucket(12, 4)), color: options() },
      criteria,
      named({ 'species=11': 'Chien', 'species=12': 'Chat' }),
    );
    expect(facets).toEqual([
      {
        key: 'species',
        more: false,
        values: [
          { value: '12', label: 'Chat', count: 4, selected: true },
          { value: '11', label: 'Chien', count: 2, selected: false },
        ],
      },
    ]);
    expect(
      readFacets({ brand: { values: { buckets: [] } } }, criteria, () => 'Exemplavet')[0],
    ).toMatchObject({ values: [{ value: '5', label: 'Exemplavet', count: 0, selected: true }] });
    const found = { species: options(bucket(11, 2), bucket(12, 4)) };
    const isNamed = (_key: string, value: string) => value === '12';
    expect(unnamed(found, criteria.filters, isNamed)).toEqual({ species: ['11'], brand: ['5'] });
  });

  it('SRCH-05 veterinary groups for year-end rebates are not offered', () => {
    const facets = readFacets(
      { vet_group: { nested: { mine: options(bucket(4, 1), bucket(9, 1)) } } },
      parseCriteria(new URLSearchParams()),
      named({ 'vet_group=4': 'Groupe Ardennes', 'vet_group=9': 'RFA 2026' }),
    );
    expect(facets[0]?.values.map((value) => value.label)).toEqual(['Groupe Ardennes']);
  });

  it('SRCH-01 text typed into a filter finds its values regardless of accents', () => {
    const facets = readFacets(
      { species: options(bucket(1, 1), bucket(2, 1)) },
      parseCriteria(new URLSearchParams('find.species=equi')),
      named({ 'species=1': 'Bovin', 'species=2': 'Équidé' }),
    );
    expect(facets[0]?.values.map((value) => value.label)).toEqual(['Équidé']);
  });

  it('P-44 readFacets leaves out a filter whose count is invalid', () => {
    const criteria = parseCriteria(new URLSearchParams());
    expect(
      readFacets({ species: 'x', brand: { values: 7 }, in_stock: null }, criteria, named({})),
    ).toEqual([]);
  });
});
