/**
 * Identity of the shop: name, company, telephone desks, colours and logo from `brand.json` in the configuration folder
 * (SHELL-04). Without that file the sample brand applies. All faults are reported before the start.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { contrast, mixColours } from './colours';
import { readJson } from './json-file';

type DeskName = 'orders' | 'logistics' | 'afterSales';

interface Desk {
  name: DeskName;
  /** Opening hours on weekdays, in minutes since midnight. */
  hours: readonly (readonly [from: number, until: number])[];
  phone: string;
}

export interface Brand {
  name: string;
  /** Company, address and VAT number on one line, in each language. */
  company: Readonly<Record<'fr' | 'nl' | 'en', string>>;
  /** Telephone desks with their hours; the orders desk comes first. */
  desks: readonly Desk[];
  /** Theme colour of the browser's own interface. */
  colour: string;
  /** Address of the stylesheet with the brand's colours; null: the shop's own stylesheet applies. */
  sheet: string | null;
  /** Address of the logo; null: the drawn logo of the sample brand, or the name of any other brand. */
  logo: string | null;
  /** The icon as a data URL and as the address of a file; null: the drawings of the sample brand. */
  icon: { data: string; file: string } | null;
  /**
   * Distinguishes brands, because a page that a browser stores offline belongs to one brand. '' for the sample brand.
   */
  digest: string;
}

/** Response bodies of the brand's addresses. */
export interface BrandFiles {
  icon: string | null;
  sheet: string | null;
  logo: { type: string; body: Buffer } | null;
}

const at = (hours: number, minutes: number): number => hours * 60 + minutes;

export const sampleBrand: Brand = {
  name: 'Olvane',
  company: {
    fr: '© Olvane SA · BE 0000.000.097',
    nl: '© Olvane NV · BE 0000.000.097',
    en: '© Olvane SA · BE 0000.000.097',
  },
  desks: [
    {
      name: 'orders',
      hours: [
        [at(7, 30), at(12, 30)],
        [at(13, 30), at(16, 0)],
      ],
      phone: '+32 4 000 00 10',
    },
    {
      name: 'logistics',
      hours: [
        [at(8, 0), at(12, 0)],
        [at(13, 0), at(17, 0)],
      ],
      phone: '+32 4 000 00 20',
    },
    {
      name: 'afterSales',
      hours: [
        [at(8, 30), at(12, 0)],
        [at(13, 0), at(16, 30)],
      ],
      phone: '+32 4 000 00 30',
    },
  ],
  colour: '#0c4e99',
  sheet: null,
  logo: null,
  icon: null,
  digest: '',
};

const line = z.string().trim().min(1).max(200);
const clock = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, 'expected a time such as 07:30')
  .transform((text) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number);
    return at(hours, minutes);
  });
const span = z
  .tuple([clock, clock])
  .refine(([from, until]) => from < until, 'expected a time that ends after it begins');
const desk = z.strictObject({
  phone: z.string().regex(/^\+?[\d .()/-]{6,30}$/, 'expected a telephone number'),
  hours: z.array(span).min(1).max(4),
});
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'expected a colour such as #0c4e99')
  .refine(
    (value) =>
      !/^#[0-9a-f]{6}$/i.test(value) || contrast(value, mixColours(value, '#ffffff', 0.93)) >= 4.5,
    'too pale: its contrast with its own tint is below 4.5:1',
  );

const BrandFile = z.strictObject({
  name: z.string().trim().min(1).max(40),
  company: z.union(
    [
      line.transform((text) => ({ fr: text, nl: text, en: text })),
      z.strictObject({ fr: line, nl: line, en: line }),
    ],
    'expected a line of text, or one for each of fr, nl and en, of 200 characters at most',
  ),
  desks: z.strictObject({
    orders: desk,
    logistics: desk.optional(),
    afterSales: desk.optional(),
  }),
  colours: z.strictObject({ brand: colour, accent: colour.optional() }).optional(),
  logo: z
    .string()
    .regex(/^[\w-]+\.(svg|png|webp)$/, 'expected the name of an svg, png or webp beside brand.json')
    .optional(),
});
type BrandFile = z.output<typeof BrandFile>;

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
const maxLogoBytes = 60_000;

function logoOf(folder: string, name: string, faults: string[]): BrandFiles['logo'] {
  try {
    const body = readFileSync(join(folder, name));
    if (body.length > maxLogoBytes) faults.push(`brand.json: logo: ${name} is larger than 60 kB`);
    return { type: types[extname(name)] ?? 'application/octet-stream', body };
  } catch {
    faults.push(`brand.json: logo: ${name} cannot be read`);
    return null;
  }
}

const declared = (colours: readonly (readonly [name: string, value: string])[]): string =>
  colours.map(([name, value]) => `--${name}:${value}`).join(';');

/**
 * Derives all shades from the two brand colours; text keeps the shop's own colours. In dark mode only the header uses
 * them, because their contrast was checked on white. The selectors have a higher specificity than the styles inlined in
 * a first page.
 */
function sheetOf({ colours }: BrandFile): string | null {
  if (!colours) return null;
  const { brand, accent } = colours;
  const white = '#ffffff';
  const own: [name: string, value: string][] = [
    ['brand', brand],
    ['brand-deep', mixColours(brand, '#000000', 0.25)],
    ['brand-tint', mixColours(brand, white, 0.93)],
    ['brand-line', mixColours(brand, white, 0.7)],
    ['on-brand-2', mixColours(brand, white, 0.85)],
    ['focus', brand],
  ];
  if (accent)
    own.push(
      ['gain', accent],
      ['gain-tint', mixColours(accent, white, 0.93)],
      ['gain-line', mixColours(accent, white, 0.75)],
    );
  const header = own.filter(([name]) => name === 'brand' || name === 'brand-deep');
  return (
    `@media (prefers-color-scheme:light){html:root{${declared(own)}}}` +
    `@media (prefers-color-scheme:dark){header.top.top{${declared(header)}}}`
  );
}

function parsed(file: string, faults: string[]): BrandFile | null {
  const found = readJson(file);
  if (found.kind === 'fault') faults.push(`${basename(file)}: ${found.fault}`);
  if (found.kind !== 'read') return null;
  const read = BrandFile.safeParse(found.value);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues)
    faults.push(`${basename(file)}: ${path.join('.')}: ${message}`);
  // Read the logo nevertheless, so that a missing file is reported together with the other faults.
  const { data } = z.object({ logo: BrandFile.shape.logo }).safeParse(found.value);
  if (data?.logo !== undefined) logoOf(dirname(file), data.logo, faults);
  return null;
}

/** Draws the first letter of the name on the brand's colour. */
function iconOf(name: string, colour: string): string {
  const [first = ''] = [...name.toUpperCase()];
  const letter = first.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><text x="16" y="23" font-family="sans-serif" font-weight="700" font-size="20" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
}

export function readBrand(
  folder: string,
  faults: string[],
): { brand: Brand; brandFiles: BrandFiles } {
  const given = parsed(join(folder, 'brand.json'), faults);
  if (!given) return { brand: sampleBrand, brandFiles: { icon: null, sheet: null, logo: null } };
  const sheet = sheetOf(given);
  const logo = given.logo === undefined ? null : logoOf(folder, given.logo, faults);
  const { orders, logistics, afterSales } = given.desks;
  const colour = given.colours?.brand ?? sampleBrand.colour;
  const icon = iconOf(given.name, colour);
  const hash = createHash('sha256')
    .update(JSON.stringify(given))
    .update(logo?.body ?? '');
  return {
    brand: {
      name: given.name,
      company: given.company,
      desks: [
        { name: 'orders', ...orders },
        ...(logistics ? [{ name: 'logistics' as const, ...logistics }] : []),
        ...(afterSales ? [{ name: 'afterSales' as const, ...afterSales }] : []),
      ],
      colour,
      sheet: sheet === null ? null : '/brand.css',
      logo: logo === null ? null : '/brand-logo',
      icon: { data: `data:image/svg+xml,${encodeURIComponent(icon)}`, file: '/brand-icon.svg' },
      digest: hash.digest('hex').slice(0, 8),
    },
    brandFiles: { icon, sheet, logo },
  };
}
