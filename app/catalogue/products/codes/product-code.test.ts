import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cnkCheckDigit, gtinCheckDigit, isCnk, isGtin } from './check-digit';
import { readProductCode } from './product-code';

const ean = '5412345678908';
const gs = '\x1d';
const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));
const gtin = (body: string): string => `${body}${gtinCheckDigit(body)}`;
const keysOf = (text: string) => readProductCode(text).keys;

/** Characters that a QWERTY scanner's keys produce on a computer set to AZERTY. */
const belgian: Record<string, string> = {
  '0': 'à',
  '1': '&',
  '2': 'é',
  '3': '"',
  '4': "'",
  '5': '(',
  '6': '§',
  '7': 'è',
  '8': '!',
  '9': 'ç',
  M: '?',
  A: 'Q',
  Q: 'A',
  W: 'Z',
  Z: 'W',
  m: ',',
  a: 'q',
  q: 'a',
  w: 'z',
  z: 'w',
  '-': ')',
  '/': '=',
  ':': 'M',
  '.': ':',
  ']': '$',
  '=': '-',
  '?': '+',
};
const french: Record<string, string> = {
  ...belgian,
  '6': '-',
  '8': '_',
  '/': '!',
  '=': '=',
  '?': '§',
};
const typedOn = (layout: Record<string, string>, text: string): string =>
  Array.from(text, (char) => layout[char] ?? char).join('');

describe('check digits', () => {
  it('CART-11 isGtin and isCnk accept the check digits of real packs', () => {
    for (const real of ['5410228142218', '96385074', '036000291452', '10614141000415'])
      expect(isGtin(real), real).toBe(true);
    expect(isCnk('4183207') || isCnk(`418320${cnkCheckDigit('418320')}`)).toBe(true);
  });
});

describe('readProductCode', () => {
  it('CART-11 readProductCode returns keys of every length for EAN-8, UPC-A, EAN-13 and GTIN-14', () => {
    for (const length of [7, 11, 12]) {
      fc.assert(
        fc.property(digits(length), (body) => {
          const code = gtin(body);
          for (const written of [code, code.padStart(13, '0'), code.padStart(14, '0')])
            expect(keysOf(written)).toEqual(expect.arrayContaining([code, code.padStart(13, '0')]));
        }),
        { numRuns: 60 },
      );
    }
  });

  it('CART-11 readProductCode returns only the carton’s key for the GTIN-14 of a carton, not the pack’s', () => {
    const pack = gtin('541234567890');
    const box = gtin(`1${pack.slice(0, 12)}`);
    expect(keysOf(box)).toEqual([box]);
  });

  it('CART-11 readProductCode reads a CNK with and without dash, spaces and check digit', () => {
    for (const body of ['320425', '012345', '418320', '999999']) {
      const full = `${body}${cnkCheckDigit(body)}`;
      for (const written of [
        full,
        `${full.slice(0, 4)}-${full.slice(4)}`,
        ` ${full.slice(0, 4)} ${full.slice(4)} `,
      ])
        expect(keysOf(written)).toEqual([full]);
      expect(keysOf(body)).toContain(full);
    }
  });

  it('CART-11 readProductCode reports a wrong check digit as a misread and no misread for unknown codes', () => {
    for (const misread of [
      '5412345678901',
      '54123456',
      '1234567',
      '15412345678900',
      '010541234567890410ABC',
      ']C10105412345678904',
      '(01)05412345678904(10)ABC',
      'https://id.gs1.org/01/05412345678904/10/ABC',
      'https://x.example/a/gtin/05412345678904',
    ])
      expect(readProductCode(misread).misread, misread).toBe(true);
    for (const sound of [ean, 'XXXX1', 'ME116776', '104382', '96385074', '123'])
      expect(readProductCode(sound).misread, sound).toBe(false);
  });

  it('CART-10 readProductCode returns no keys for a code with missing characters, even when the rest is a valid code', () => {
    for (const cut of ['MA65…', '…1470350', `${ean.slice(0, 6)}…${ean.slice(6)}`, `${ean}…`])
      expect(readProductCode(cut)).toMatchObject({ keys: [], misread: true });
  });

  it('CART-11 readProductCode reports two codes without Enter between them as a misread', () => {
    expect(readProductCode(`${ean}${gtin('301762042200')}`)).toMatchObject({ misread: true });
  });

  it('CART-11 readProductCode detects a single wrong digit in every GTIN and CNK', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(7, 11, 12, 13).chain((length) => digits(length)),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (body, at, by) => {
          const code = gtin(body);
          const place = at % code.length;
          const wrong = (Number(code[place]) + by) % 10;
          const misread = `${code.slice(0, place)}${wrong}${code.slice(place + 1)}`;
          expect(readProductCode(misread).misread).toBe(true);
        },
      ),
    );
  });

  it('CART-11 readProductCode strips symbology prefixes and the start and stop characters of scanners', () => {
    for (const wrapped of [
      `]E0${ean}`,
      `\x02${ean}\x03`,
      `${ean}\r\n`,
      `*${ean}*`,
      `\t${ean}\t`,
      `F${ean}`,
      `${ean}X`,
      `~${ean}~`,
      `\ufeff${ean}`,
      `\u202b${ean}\u202c`,
      ` ${ean} `,
    ])
      expect(keysOf(wrapped), JSON.stringify(wrapped)).toContain(ean);
    for (const wrapped of [']C0ME116776', '¨C0ME116776'])
      expect(keysOf(wrapped)).toEqual(['me116776']);
    expect(keysOf('５４１２３４５６７８９０８')).toContain(ean);
  });

  it('CART-11 readProductCode reads digits that a Belgian or French AZERTY keyboard typed as signs', () => {
    expect(keysOf('ME116776')).toEqual(['me116776']);
    fc.assert(
      fc.property(fc.constantFrom(belgian, french), digits(12), (layout, body) => {
        const code = gtin(body);
        expect(keysOf(typedOn(layout, code))[0]).toBe(code);
      }),
    );
    for (const layout of [belgian, french]) {
      for (const sku of ['MA659359', 'AL733294', 'ME116776', 'ma880861'])
        expect(keysOf(typedOn(layout, sku)), `${sku} ${typedOn(layout, sku)}`).toContain(
          sku.toLowerCase(),
        );
      expect(keysOf(typedOn(layout, `]d201${ean.padStart(14, '0')}17270430`))).toContain(ean);
      expect(keysOf(typedOn(layout, `https://id.gs1.org/01/0${ean}`))).toContain(ean);
    }
  });

  it('CART-11 readProductCode restores letters typed by an AZERTY keyboard with caps lock', () => {
    for (const typed of [',q659359', '?Q659359', ',Q659359'])
      expect(keysOf(typed), typed).toContain('ma659359');
    expect(keysOf('QL733294')).toEqual(['ql733294', 'al733294']);
    expect(keysOf('AL733294')).toEqual(['al733294']);
  });

  it('CART-11 readProductCode reads capital accents as digits, and digits among them as signs', () => {
    for (const layout of [belgian, french]) {
      expect(keysOf(typedOn(layout, ean).toUpperCase())).toContain(ean);
      const signs = { ...layout, '(': '9', ')': '0', '^': '6' };
      for (const label of [`(01)0${ean}(17)270430(10)A1`, `]C1010${ean}10A1^]17270430`])
        expect(readProductCode(typedOn(signs, label)), label).toMatchObject({
          keys: expect.arrayContaining([ean]) as unknown,
          lot: 'A1',
          expiry: '2027-04-30',
        });
    }
  });

  it('CART-11 readProductCode swaps Y and Z for Swiss and German keyboards', () => {
    expect(keysOf('MY659359')).toEqual(['my659359', 'mz659359']);
    expect(keysOf('YW123456')).toContain('zw123456');
  });

  it('CART-11 readProductCode does not read words with accents as digits', () => {
    for (const word of ["l'été à la ferme", 'thé', '&', 'ç&', "pâte d'amande", '(é)'])
      expect(keysOf(word)).not.toContainEqual(expect.stringMatching(/\d/));
  });
});

describe('readProductCode on GS1 labels', () => {
  const padded = ean.padStart(14, '0');

  it('CART-11 readProductCode returns GTIN, lot and expiry of element strings, with and without prefix', () => {
    for (const prefix of ['', ']d2', ']C1', ']Q3', ']e0', gs]) {
      const read = readProductCode(`${prefix}01${padded}17270430${'10B7A214'}${gs}21XYZ`);
      expect(read).toMatchObject({ lot: 'B7A214', expiry: '2027-04-30', misread: false });
      expect(read.keys).toContain(ean);
    }
    // Letters that scanners are configured to send before a label, and characters that keyboard layouts type for the
    // first one.
    for (const prefix of ['w', 'I', 'K', 'P00', 'd2', '¨d2', '+C1', '*C1', '£C1', '\u00a7d2'])
      expect(readProductCode(`${prefix}01${padded}1727043010B7`), prefix).toMatchObject({
        keys: expect.arrayContaining([ean]) as unknown,
        lot: 'B7',
        expiry: '2027-04-30',
      });
    expect(readProductCode(`(01)${padded}(17)270400(10)AB-1`)).toMatchObject({
      lot: 'AB-1',
      expiry: '2027-04-30',
    });
    expect(readProductCode(`01${padded}`)).toMatchObject({ lot: null, expiry: null });
    for (const mark of [
      '␝',
      '^]',
      '<GS>',
      '(GS)',
      '{GS}',
      '|',
      '^',
      '~',
      '#',
      '@',
      '<F1>',
      '\\x1d',
      '<0x1D>',
      '\x1c',
      '\x1e',
      '\x1f',
      'è',
      'ñ',
      '↔',
      '¬',
      '&¨',
      ' ',
      '\\F',
    ])
      expect(readProductCode(`01${padded}10LOT${mark}17281231`)).toMatchObject({
        lot: 'LOT',
        expiry: '2028-12-31',
      });
  });

  it('CART-11 readProductCode finds the product when an FNC1 is lost, and returns a lot only if it is certain', () => {
    const lot = fc.stringMatching(/^[A-Z0-9]{1,12}$/);
    fc.assert(
      fc.property(
        digits(12),
        lot,
        lot,
        fc.shuffledSubarray(['17', '10', '21']),
        (body, lotText, serial, order) => {
          const code = gtin(body);
          const value = { '17': '17290228', '10': `10${lotText}`, '21': `21${serial}` };
          const fields = order.map((ai) => value[ai as keyof typeof value]);
          const read = readProductCode(`01${code.padStart(14, '0')}${fields.join('')}`);
          expect(read.keys).toContain(code);
          const exact = readProductCode(`]d201${code.padStart(14, '0')}${fields.join(gs)}`);
          expect(exact.keys).toContain(code);
          if (order.includes('10')) expect(exact.lot).toBe(lotText);
          if (order.includes('17')) expect(exact.expiry).toBe('2029-02-28');
        },
      ),
      { numRuns: 300 },
    );
    const usual = readProductCode(`01${padded}10B7A21417270430`);
    expect(usual.expiry).toBe('2027-04-30');
    expect(usual.lot).toBe('B7A214');
  });

  it('CART-10 readProductCode returns the number of packs in a carton, or null when a lost FNC1 allows another count', () => {
    for (const code of [
      `02${padded}3724`,
      `02${padded}37000024${gs}10B7`,
      `02${padded}10LOT${gs}3724`,
      `(02)${padded}(37)24`,
      `https://id.gs1.org/01/${padded}?37=24`,
    ])
      expect(readProductCode(code).count, code).toBe(24);
    // Three labels without a certain count: 2 followed by lot 7, or 2,107; a count of zero; a lot that contains 37. The
    // plain EAN has no count.
    for (const code of [`02${padded}372107`, `02${padded}370`, `01${padded}10LOT3724`, ean])
      expect(readProductCode(code).count, code).toBeNull();
    // Tablets inside one pack are not a number of packs.
    for (const code of [`01${padded}3024`, `(01)${padded}(30)24`])
      expect(readProductCode(code).count, code).toBeNull();
  });

  it('CART-12 readProductCode separates the unit from its carton, and the content of a pack from the number of packs', () => {
    const carton = `1${ean.slice(0, 12)}`;
    const itf = `${carton}${gtinCheckDigit(carton)}`;
    for (const code of [itf, `(01)${itf}(10)LOT`, `02${itf}3724`])
      expect(readProductCode(code), code).toMatchObject({ keys: [itf], unit: ean });
    for (const code of [ean, padded, `9${itf.slice(1)}`])
      expect(readProductCode(code).unit, code).toBeNull();
    for (const code of [`01${padded}3024`, `(01)${padded}(30)24`])
      expect(readProductCode(code), code).toMatchObject({ inside: 24, count: null });
  });

  it.each([
    ['PPN', '110375286414'],
    ['PPN', '9N110375286414'],
    ['PPN', '[)>\u001e06\u001d9N110375286414\u001d1TLOT\u001dD290430\u001e\u0004'],
    ['PZN', '-03752864'],
    ['PZN', 'PZN 03752864'],
    ['PZN', '0104150037528643'],
    ['CIP', '3400930000000'],
    ['SSCC', '00354000000000000011'],
    ['SSCC', ']C100354000000000000011'],
    ['HIBC', '+A99912345/$$520001510X3'],
    ['ITF-14', '19999999999991'],
  ])('CART-11 readProductCode recognises the scheme “%s” of the code %s', (scheme, code) => {
    expect(readProductCode(code).scheme).toBe(scheme);
  });

  it('CART-11 readProductCode returns no scheme for the shop’s codes, and reads a code that became a decimal', () => {
    for (const code of [ean, padded, '3428-661', '3428661', 'ME650082', '110375286415', 'abc'])
      expect(readProductCode(code).scheme, code).toBeNull();
    expect(keysOf(`${ean}.0`)).toContain(ean);
    expect(keysOf(`EAN13: ${ean}`)).toContain(ean);
  });

  it('CART-11 readProductCode finds the GTIN of a label that contains an unknown field', () => {
    expect(keysOf(`01${padded}9912345`)).toContain(ean);
    expect(keysOf(`01${padded}3103001234`)).toContain(ean);
  });

  it('CART-11 readProductCode reads Digital Link addresses on any host, with lot and expiry in path or query', () => {
    for (const address of [
      `https://id.gs1.org/01/${padded}/10/B7A214?17=270430`,
      `http://example.be/produits/01/${padded}/10/B7A214/21/99?17=270430`,
      `HTTPS://ID.GS1.ORG/01/${ean}/10/B7A214?17=270430&x=1`,
      `https://example.be/gtin/${ean}/lot/B7A214?17=270430`,
    ]) {
      const read = readProductCode(address);
      expect(read.keys, address).toContain(ean);
      expect(read, address).toMatchObject({ lot: 'B7A214', expiry: '2027-04-30' });
    }
    // Typed by a keyboard with another layout than the scanner's: Swiss, German, Dutch. The lot is then unknown.
    for (const address of [
      `httpsö--id.gs1.org-01-${padded}-10-B7A214_17^270430`,
      `HTTPSÖ--ID.GS1.ORG-01-${padded}`,
      `https±--id.gs1.org-01-${padded}-10-B7A214=17°270430`,
    ])
      expect(readProductCode(address), address).toMatchObject({
        keys: expect.arrayContaining([ean]) as unknown,
        lot: null,
        expiry: null,
      });
    expect(readProductCode(`HTTPSm++ID/GS1/ORG+01+${padded}+10+b7q214=17_270430`)).toMatchObject({
      lot: 'B7A214',
      expiry: '2027-04-30',
      doubts: ['lot'],
    });
    expect(readProductCode('https://example.be/01/123').keys).not.toContain('123');
    expect(keysOf('https://id.gs1.org/01/05412345678908/10/%E0%A4%A')).toContain(ean);
  });

  it('CART-11 readProductCode returns no expiry for an impossible date', () => {
    expect(readProductCode(`]d201${padded}17271330`).expiry).toBeNull();
    expect(readProductCode(`]d201${padded}17270230`).expiry).toBeNull();
  });

  it('CART-11 readProductCode parses any text in a bounded number of steps, without empty or repeated keys', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 120 }),
          fc.stringMatching(/^[012]{0,118}$/),
          fc.stringMatching(/^https:\/\/x\.be\/[-\w]{1,30}$/),
        ),
        (given) => {
          const { keys } = readProductCode(given);
          expect(new Set(keys).size).toBe(keys.length);
          expect(keys).not.toContain('');
        },
      ),
    );
    const hostile = `01${padded}${'2110222435'.repeat(10)}`;
    expect(keysOf(hostile)).toContain(ean);
  });
});
