import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, parametersOf, parseCriteria, without } from './criteria';
import { codeIn } from './text/text-code';

const parsed = (query: string) => parseCriteria(new URLSearchParams(query));

describe('search criteria in the address', () => {
  it('SRCH-01 search criteria written to an address and parsed again are unchanged', () => {
    const query =
      'q=amox+chien&in_stock=1&species=11&species=12&order_mode=quotation&sort=net_desc&per_page=60&page=3';
    const criteria = parsed(query);
    expect(criteria).toMatchObject({
      text: 'amox chien',
      filters: { in_stock: ['1'], species: ['11', '12'], order_mode: ['quotation'] },
      sort: 'net_desc',
      size: 60,
      page: 3,
    });
    expect(parseCriteria(parametersOf(criteria))).toEqual(criteria);
  });

  it('P-38 parser ignores sort orders, page sizes and filters that do not exist', () => {
    const criteria = parsed(
      'species=11)%7D&species=-1&brand=abc&order_mode=x&sort=_score&per_page=5000&page=-4&in_stock=yes',
    );
    expect(criteria).toMatchObject({ filters: {}, sort: 'relevance', size: 30, page: 1 });
    expect(parsed(`page=999999`).page * 30).toBeLessThanOrEqual(10_000);
    const many = Array.from({ length: 80 }, (_, id) => `brand=${id + 1}`).join('&');
    expect(parsed(many).filters.brand).toHaveLength(50);
    // The limit is for all filters together, because every link of the page repeats their values.
    const both = parsed(`${many}&${many.replaceAll('brand', 'species')}`).filters;
    expect((both.brand ?? []).length + (both.species ?? []).length).toBe(50);
  });

  it('P-38 parser cuts search text to 200 characters and 20 words and removes control characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (raw) => {
        const text = cleanText(raw);
        expect(text.length).toBeLessThanOrEqual(200);
        expect(text === '' ? 0 : text.split(/\s+/).length).toBeLessThanOrEqual(20);
        expect(text).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('SRCH-01 parser drops soft hyphens and other line-break hints that were copied with the text', () => {
    expect(cleanText('pipettes 2–\u20608\u00a0kg')).toBe('pipettes 2–8 kg');
    expect(cleanText('\ufeffanti\u00adbioticum')).toBe('antibioticum');
  });

  it('SRCH-01 removing one filter value keeps the others and returns to the first page', () => {
    const criteria = without(parsed('species=11&species=12&brand=3&page=4'), 'species', '11');
    expect(parametersOf(criteria).toString()).toBe('species=12&brand=3');
    expect(parametersOf(without(criteria, 'species', '12')).toString()).toBe('brand=3');
  });

  it('SRCH-03 codeIn distinguishes product codes from words, whatever separators they contain', () => {
    expect(codeIn('1234-567')).toBe('1234567');
    expect(codeIn('EXM 250/20')).toBe('exm25020');
    expect(codeIn('5400000047119')).toBe('5400000047119');
    for (const words of ['amoxicilline', 'amoxicilline 250', '10', 'gants taille M', '']) {
      expect(codeIn(words), words).toBeNull();
    }
  });
});
