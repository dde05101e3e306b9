import { expect, it } from 'vitest';
import type { Day } from '~/base/kernel/day';
import { usableFilters, type FacetScope } from './facet-clauses.server';

const guest: FacetScope = {
  today: '2026-06-10' as Day,
  groupIds: [],
  ruleIds: [],
  rebateProgramIds: [],
  orderedIds: [],
  listedIds: [],
  pricing: { kind: 'hidden' },
};
const shared = {
  vet_group: ['3', '4'],
  loyalty_rule: ['31'],
  rebates: ['1'],
  ordered: ['1'],
  on_list: ['1'],
  brand: ['7'],
  promotion: ['1'],
};

it('SRCH-05 an address that another customer shared keeps only the filters that this caller may use', () => {
  expect(usableFilters(shared, guest)).toEqual({ brand: ['7'], promotion: ['1'] });
  const vet = { ...guest, groupIds: [4], ruleIds: [31], rebateProgramIds: [2], orderedIds: [9] };
  expect(usableFilters(shared, vet)).toEqual({
    vet_group: ['4'],
    loyalty_rule: ['31'],
    rebates: ['1'],
    ordered: ['1'],
    brand: ['7'],
    promotion: ['1'],
  });
});
