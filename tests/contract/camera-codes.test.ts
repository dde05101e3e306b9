/** Reads drawn pictures with ZXing-C++ in Node (CART-11); `npm run proof -- camera` measures many more. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readCodes, readLightCodes } from '../../app/ordering/quick-order/camera/reader/read-codes';
import type { Pixels } from '../../app/ordering/quick-order/camera/reader/found-code';
import { frameOf, randomOf, type Condition } from '../../load/proofs/camera-frames';
import { loadZXing } from '../support/zxing-reader';

beforeAll(loadZXing);

function frame(kind: string, text: string, condition: Partial<Condition> = {}): Pixels {
  const drawn = frameOf({ kind, text }, { name: '', module: 4, ...condition }, randomOf(1));
  if (!drawn) throw new Error(`${text} does not fit`);
  return drawn;
}

const ean = '5412345678908';
/** Without the check of its height, a UPC-E 0143770000075 is read across its corner. */
const tiltedEan = '5437707147496';
const label = '(01)05412345678908(17)290331(10)B7A214';
const element = '010541234567890817290331' + '10B7A214';

describe('the barcode reader', () => {
  it('CART-11 returns the identifier, GTIN and further fields of a GS1 DataMatrix', async () => {
    const [code] = await readCodes(frame('gs1datamatrix', label));
    expect(code).toEqual({
      text: `]d2${element}`,
      linear: false,
      gtin: '05412345678908',
      hasMore: true,
    });
  });

  it.each([
    ['itf14', '15412345678905'],
    ['code39', 'VET-1234'],
    ['code128', 'q1234567'],
    ['qrcode', 'https://id.gs1.org/01/05412345678908/10/B7A214'],
    ['upce', '01253433'],
  ])('CART-11 reads %s', async (kind, text) => {
    const texts = (await readCodes(frame(kind, text))).map((one) => one.text);
    expect(texts).toEqual([kind === 'upce' ? '0012500000343' : text]);
  });

  it('CART-11 drops an Interleaved 2 of 5 that is no carton number', async () => {
    expect(await readCodes(frame('interleaved2of5', '123456'))).toEqual([]);
  });

  it('CART-11 reads a light EAN on a dark pack only in the inverted picture', async () => {
    const light = frame('ean13', ean, { inverted: true });
    expect(await readCodes(light)).toEqual([]);
    const [code] = await readLightCodes(light);
    expect(code?.text).toBe(ean);
  });

  it('CART-11 reads no EAN-13 with modules of two pixels, which may give another valid number', async () => {
    expect(await readCodes(frame('ean13', '5430650095562', { module: 2 }))).toEqual([]);
    expect(await readCodes(frame('ean13', '5430650095562', { module: 3 }))).toHaveLength(1);
  });

  it('CART-11 reads no UPC-E across the corner of an EAN-13 tilted by 28°', async () => {
    expect(await readCodes(frame('ean13', tiltedEan, { degrees: 28 }))).toEqual([]);
  });
});
