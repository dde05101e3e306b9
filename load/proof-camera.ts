/**
 * `npm run proof -- camera`: reads generated camera frames with the shop's reader (CART-11). Prints for each symbology
 * and condition how many codes were read, read wrongly (!) or not read. Two frames show each code, as in the camera's
 * picture. Exits with 1 for a wrong text, or when less than 90 percent of the codes were read.
 *
 *   --codes 3   --seed 1
 */
import { gtinCheckDigit } from '../app/catalogue/products/codes/check-digit';
import { readCodes, readLightCodes } from '../app/ordering/quick-order/camera/reader/read-codes';
import { SeenCodes } from '../app/ordering/quick-order/camera/seen-codes';
import { commandOf } from '../sandbox/command-line';
import { loadZXing } from '../tests/support/zxing-reader';
import { conditions, frameOf, randomOf } from './proofs/camera-frames';

const { values } = commandOf('proof -- camera', {
  options: {
    codes: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});
const random = randomOf(Number(values.seed));
await loadZXing();

const digits = (count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const checked = (text: string): string => text + gtinCheckDigit(text);
const ean = (): string => checked(`54${digits(10)}`);
const label = (): string => `(01)0${ean()}(17)290331(10)B${digits(3)}`;

interface Symbology {
  name: string;
  kind: string;
  text: () => string;
  /** Text that the reader should return; the drawn text by default. */
  wanted?: (text: string) => string;
}
/** Element string without brackets. In these labels only the last field has a variable length. */
const elements = (prefix: string) => (text: string) => prefix + text.replace(/[()]/g, '');
const padded = (text: string): string => text.padStart(13, '0');
const link = (): string => `https://id.gs1.org/01/0${ean()}/10/B${digits(3)}`;
/** UPC-A with a manufacturer of three digits that ends in 5 to 9, which UPC-E abbreviates with a last digit of 3. */
const shortUpc = (): string =>
  checked(`0${digits(2)}${5 + Math.floor(random() * 5)}00000${digits(2)}`);

const symbologies: readonly Symbology[] = [
  { name: 'EAN-13', kind: 'ean13', text: ean },
  { name: 'EAN-8', kind: 'ean8', text: () => checked(digits(7)) },
  { name: 'UPC-A', kind: 'upca', text: () => checked(`0${digits(10)}`), wanted: padded },
  { name: 'ITF-14', kind: 'itf14', text: () => checked(`1${ean().slice(0, 12)}`) },
  { name: 'Code 39', kind: 'code39', text: () => `VET-${digits(4)}` },
  { name: 'Code 128', kind: 'code128', text: () => `q${digits(7)}` },
  { name: 'GS1-128', kind: 'gs1-128', text: label, wanted: elements(']C1') },
  { name: 'DataBar', kind: 'databaromni', text: () => `(01)0${ean()}`, wanted: elements(']e0') },
  { name: 'DataMatrix', kind: 'datamatrix', text: () => `q${digits(7)}` },
  { name: 'GS1 DataMatrix', kind: 'gs1datamatrix', text: label, wanted: elements(']d2') },
  { name: 'GS1 DM, wide', kind: 'gs1datamatrixrectangular', text: label, wanted: elements(']d2') },
  { name: 'DMRE', kind: 'datamatrixrectangularextension', text: () => `q${digits(12)}` },
  { name: 'QR, link', kind: 'qrcode', text: link },
  { name: 'GS1 QR', kind: 'gs1qrcode', text: label, wanted: elements(']Q3') },
  { name: 'UPC-E', kind: 'upce', text: shortUpc, wanted: padded },
];

const cells = (name: string, texts: readonly string[]): string =>
  name.padEnd(15) + texts.map((text) => text.padStart(9)).join('');
console.log(
  cells(
    '',
    conditions.map(({ name }) => name),
  ),
);
let [read, wrong, shown] = [0, 0, 0];
for (const { name, kind, text, wanted = (same: string) => same } of symbologies) {
  const row: string[] = [];
  for (const condition of conditions) {
    let [right, other, all] = [0, 0, 0];
    for (let at = 0; at < Number(values.codes); at += 1) {
      const code = { kind, text: text() };
      const seen = new SeenCodes();
      const found: string[] = [];
      for (let picture = 0; picture < 2; picture += 1) {
        const frame = frameOf(code, condition, random);
        if (!frame) continue;
        all += 1 / 2;
        const codes = await readCodes(frame);
        if (codes.length === 0) codes.push(...(await readLightCodes(frame)));
        found.push(...seen.fresh(codes, picture * 120).map((one) => one.text));
      }
      if (found.includes(wanted(code.text))) right += 1;
      const others = found.filter((one) => one !== wanted(code.text));
      other += others.length;
      for (const one of others)
        console.log(`wrong: ${name}, ${condition.name}: ${one} instead of ${wanted(code.text)}`);
    }
    row.push(all === 0 ? '' : `${right}/${all}${other > 0 ? ` !${other}` : ''}`);
    read += right;
    wrong += other;
    shown += all;
  }
  console.log(cells(name, row));
}
console.log(`${read} of ${shown} codes read, ${wrong} wrong texts, ${shown - read} not read`);
process.exitCode = wrong === 0 && read >= 0.9 * shown ? 0 : 1;
