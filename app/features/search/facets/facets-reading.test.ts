import { describe, expect, it } from 'vitest';
import { parseCriteria } from '../criteria';
import { readFacets, unnamed } from './facets-reading.server';

const bucket = (key: number, label: string, groups: number) => ({
  key,
  doc_count: groups * 3,
  label: { buckets: [{ key: label }] },
  products: { doc_count: groups, groups: { value: groups } },
});
const options = (...buckets: object[]) => ({
  nested: { values: { buckets, sum_other_doc_count: 0 } },
});
const noLabel = () => null;

describe('filters with their counts', () => {
  it('SRCH-01 counts groups, keeps a chosen value that nothing matches, leaves empty filters out', () => {
    const criteria = parseCriteria(new URLSearchParams('species=12&brand=5'));
    const facets = readFacets(
      { species: options(bucket(11, 'Chien', 2), bucket(12, 'Chat', 4)), color: options() },
      criteria,
      noLabel,
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
    expect(unnamed({ species: options(bucket(12, 'Chat', 4)) }, criteria.filters)).toEqual({
      brand: ['5'],
    });
  });

  it('SRCH-05 groups made for year-end rebates are not offered', () => {
    const facets = readFacets(
      { vet_group: options(bucket(4, 'Groupe Ardennes', 1), bucket(9, 'RFA 2026', 1)) },
      parseCriteria(new URLSearchParams()),
      noLabel,
    );
    expect(facets[0]?.values.map((value) => value.label)).toEqual(['Groupe Ardennes']);
  });

  it('SRCH-01 words typed into a filter find values whatever their accents', () => {
    const facets = readFacets(
      { species: options(bucket(1, 'Bovin', 1), bucket(2, 'Équidé', 1)) },
      parseCriteria(new URLSearchParams('find.species=equi')),
      noLabel,
    );
    expect(facets[0]?.values.map((value) => value.label)).toEqual(['Équidé']);
  });

  it('P-44 a count that is no count leaves its filter out', () => {
    const criteria = parseCriteria(new URLSearchParams());
    expect(
      readFacets({ species: 'x', brand: { values: 7 }, in_stock: null }, criteria, noLabel),
    ).toEqual([]);
  });
});
