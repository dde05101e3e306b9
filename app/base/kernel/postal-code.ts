/** Parses postal codes as people write them; `country` is ISO 3166-1 alpha-2. */
import { plainText } from './plain-text';

const belgium = 'BE';

/** Normalizes `B-4000` and `4 000` to 4000 for Belgium; elsewhere letters and spaces belong to the code. */
export const zipIn = (zip: string, country: string): string =>
  country === belgium ? plainText(zip).replace(/^BE?(?=[\s\-\d])|[\s-]/gi, '') : zip;

/** Belgian postal codes run from 1000 to 9992; the shop does not validate those of other countries. */
export const isZip = (zip: string, country: string): boolean =>
  country !== belgium || /^[1-9]\d{3}$/.test(zipIn(zip, country));
