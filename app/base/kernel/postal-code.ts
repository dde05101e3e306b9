/** Postal codes as people write them; `country` is ISO 3166-1 alpha-2. */
import { plainText } from './plain-text';

const belgium = 'BE';

/** `B-4000` and `4 000` are 4000 in Belgium; elsewhere letters and blanks belong to the code. */
export const zipIn = (zip: string, country: string): string =>
  country === belgium ? plainText(zip).replace(/^BE?(?=[\s\-\d])|[\s-]/gi, '') : zip;

/** Belgian postal codes run from 1000 to 9992; others are not for this shop to judge. */
export const isZip = (zip: string, country: string): boolean =>
  country !== belgium || /^[1-9]\d{3}$/.test(zipIn(zip, country));
