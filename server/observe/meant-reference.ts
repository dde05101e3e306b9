/**
 * What is meant by a reference as support has it: read out on the telephone with pauses and an O for a zero, or pasted
 * from a letter with the words around it. Beside the shop's own (twelve hexadecimal digits) there are those of a proxy,
 * of any shape; and customer numbers are typed into the same field.
 */
import { typosBetween } from '../typos';

const own = /^[0-9a-f]{12}$/;
/** Whole, or in the groups of four in which many write long numbers. */
const ownInText = /(?<![\p{L}\p{N}])[0-9a-f]{4}([ .-]?)[0-9a-f]{4}\1[0-9a-f]{4}(?![\p{L}\p{N}])/gu;

const isSign = (character: string | undefined): boolean =>
  character !== undefined && !/[\p{L}\p{N}]/u.test(character);

/** Quotes, brackets and full stops around it. */
export function withoutSigns(text: string): string {
  const characters = [...text];
  let end = characters.length;
  while (end > 0 && isSign(characters[end - 1])) end -= 1;
  let start = 0;
  while (start < end && isSign(characters[start])) start += 1;
  return characters.slice(start, end).join('');
}

/** No letter of a hexadecimal number is an o, an i or an l. */
const digitsIn = (small: string): string =>
  small
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

/** In small letters, the likeliest first; at least one. */
export function meantBy(typed: string): string[] {
  const small = typed.toLowerCase().trim();
  const inText = (small.match(ownInText) ?? []).map((one) => one.replace(/[ .-]/g, ''));
  const together = digitsIn(small);
  const bare = withoutSigns(small) || small;
  return [...new Set([...inText, ...(own.test(together) ? [together] : []), bare])];
}

/** Those of the shop's own shape alone, when there is one: a file is then looked through for one text. */
export function ownAmong(meant: readonly string[]): readonly string[] {
  const found = meant.filter((one) => own.test(one));
  return found.length > 0 ? found : meant;
}

/** A letter misheard, one left out or doubled, two exchanged. */
const mostMisheard = 2;
const half = 6;
/** Fewer could be anything. */
const leastHeard = 4;
/** One doubled. */
const mostHeard = 2 * half + 1;
const isHex = (text: string): boolean => /^[0-9a-f]+$/.test(text);

const heard = (typed: string): string => digitsIn(typed.toLowerCase());

/**
 * What the line of a reference that is near to this one holds: one of its halves, or its beginning where no more was
 * heard. None: nothing is near to it.
 */
export function partsHeard(typed: string): string[] {
  const digits = heard(typed);
  if (digits.length < leastHeard || digits.length > mostHeard) return [];
  const halves = [digits.slice(0, half), digits.slice(-half)];
  // A half with a letter that no such number has was misheard: the other one is looked for.
  if (digits.length >= 2 * half - 1) return halves.filter(isHex);
  return isHex(digits) ? [`"reference":"${digits}`, `"reference\\":\\"${digits}`] : [];
}

export function isNearTo(typed: string, reference: string): boolean {
  const digits = heard(typed);
  if (!own.test(reference) || digits.length < leastHeard) return false;
  if (digits.length < 2 * half - 1) return reference.startsWith(digits);
  return typosBetween(digits, reference, mostMisheard) <= mostMisheard;
}
