/** A citation of a document that is not in the repository is reported, in any spelling. */
import { expect, it } from 'vitest';
import { citationFaults, readPapers } from '../../tools/check-citations';

const papers = {
  acceptance: new Set(['CART-01', 'I18N-01']),
  promises: new Set([46, 100]),
  sections: new Map([['erp', new Set(['10', '10.5', '9.1'])]]),
  exists: (path: string): boolean => path === 'docs/cart-ledger.md',
};

it.each([
  ['contract/erp.md 10.6', 'contract/erp.md has no section 10.6'],
  ['contract/erp.md sections 9.1, 10.5 and 11', 'contract/erp.md has no section 11'],
  ['contract/other.md 1', 'contract/other.md is not in docs/contract'],
  ['I18N-09 says', 'docs/acceptance.md has no line I18N-09'],
  ['CART-01 P-47', 'docs/promises.md has no row P-47'],
  ['see docs/nowhere.md', 'no file docs/nowhere.md'],
])(
  'OPS-03 the citation check reports the citation in «%s», because its target does not exist',
  (text, fault) => {
    expect(citationFaults('app/a.ts', text, papers)).toEqual([fault]);
  },
);

it('OPS-03 the citation check does not report valid citations, nor numbers next to them', () => {
  const text =
    '/** contract/erp.md 10.5: 3 tries; contract/erp.md section 9.1, CART-01, I18N-01, P-46, P-100; docs/cart-ledger.md */';
  expect(citationFaults('app/a.ts', text, papers)).toEqual([]);
  expect(
    citationFaults('docs/a.md', '[ledger](cart-ledger.md) [site](https://a.example/x)', papers),
  ).toEqual([]);
});

it('OPS-03 the citation check resolves links relative to their page', () => {
  expect(citationFaults('README.md', '[ledger](cart-ledger.md)', papers)).toEqual([
    'no file cart-ledger.md',
  ]);
});

it('OPS-03 the citation check finds all acceptance lines, promises and sections that the documents define', () => {
  const { acceptance, promises, sections } = readPapers();
  expect(acceptance.size).toBeGreaterThan(95);
  expect([...promises].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(['I18N-03', 'CART-12', 'SHELL-11'].filter((id) => !acceptance.has(id))).toEqual([]);
  expect(sections.get('erp')?.has('10.5')).toBe(true);
  expect(sections.get('search')?.has('1.4.3')).toBe(true);
});
