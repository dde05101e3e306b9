/**
 * A scanner types the keys of a QWERTY keyboard. A computer set to AZERTY turns each key into another character:
 * `&é"'(§è!çà` in place of the digits, `?Q` in place of `MA` (CART-11). These tables map the characters back to the
 * keys.
 */
const qwerty = {
  plain: "1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./\\`",
  shift: '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?|~',
};
/** Belgian and French; they differ in 6, 8, the slash and some signs. A space marks a key without a character. */
const azerty = {
  be: {
    plain: '&é"\'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=µ²',
    shift: '1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+£³',
  },
  fr: {
    plain: '&é"\'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!*²',
    shift: '1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§µ ',
  },
};

type Layout = typeof qwerty;
type Keys = ReadonlyMap<string, string>;

/** Characters that caps lock does not change on an AZERTY keyboard. */
const unlocked = '^$µ*²¨£³';

/**
 * Maps each character to the scanner's key. With `isLocked` (caps lock), a character of the upper row was typed without
 * shift.
 */
function keysOf({ plain, shift }: Layout, isLocked: boolean): Keys {
  const pairs = [
    { chars: shift, upper: true },
    { chars: plain, upper: false },
  ].flatMap(({ chars, upper }) =>
    Array.from(chars, (char, place): [string, string] => {
      const isUpper = isLocked && !unlocked.includes(char) ? !upper : upper;
      return [char, (isUpper ? qwerty.shift : qwerty.plain).charAt(place)];
    }),
  );
  return new Map([...pairs.filter(([char]) => char !== ' '), [' ', ' '], ['\x1d', '\x1d']]);
}

const layouts = [keysOf(azerty.be, false), keysOf(azerty.fr, false)];
const lockedLayouts = [keysOf(azerty.be, true), keysOf(azerty.fr, true)];

const retypeText = (text: string, keys: Keys): string =>
  Array.from(text, (char) => keys.get(char) ?? '\0').join('');

/**
 * Minimum number of digits in a code. Text with fewer is a product's name, which may contain an accent and an
 * apostrophe.
 */
const fewestDigits = 4;
/**
 * With caps lock on, an AZERTY keyboard types the digits correctly, and only `M` becomes a sign: `,q659359` or
 * `?Q659359` in place of `MA659359`.
 */
const shiftLocked = /^(?:[$£][a-z]\d)?[,?][a-z]{0,2}\d{4,}$/i;
const noDigitSign = /[^&é"'(§è!çà_-]/g;
/**
 * True when a text contains as many digit signs as a GTIN has digits. Any ASCII digits in it then also stand for signs,
 * such as the brackets of `(01)` or the `^]` of a separator.
 */
const isLabel = (text: string): boolean => text.replace(noDigitSign, '').length >= 14;
/** With caps lock on, keyboards of Linux, macOS and iPadOS type `É` in place of `é`. */
const largeAccents = /[ÉÈÇÀ]/g;
/** Text with only the characters of codes and Digital Link addresses. */
const readable = /^[\x1d\]^()A-Za-z0-9:/._?=&%-]+$/;
/** Fourteen digits of a GTIN as signs. A text that contains them is a label, whose lot may hold any character. */
const gtinSigns = /[&é"'(§è!çà_-]{14}/;
const readableLabel = /^[\x1d -~]+$/;

/**
 * Returns what the scanner may have sent when an AZERTY computer typed `given`, the Belgian layout first. Returns
 * nothing when the text holds an ASCII digit (unless caps lock explains it) or a character of neither table.
 */
export function fromAzerty(given: string): string[] {
  const text = given.replace(largeAccents, (letter) => letter.toLowerCase());
  const isShiftLocked = shiftLocked.test(text);
  if (/\d/.test(text) && !isShiftLocked && !isLabel(text)) return [];
  const kept = isShiftLocked ? /[\d\x1d]/ : /\x1d/;
  const signs = gtinSigns.test(text) ? readableLabel : readable;
  const read = layouts.map((keys) =>
    Array.from(text, (char) => (kept.test(char) ? char : (keys.get(char) ?? '\0'))).join(''),
  );
  return [...new Set(read)].filter(
    (keys) =>
      signs.test(keys) &&
      (/^https?:\/\//.test(keys) || keys.replace(/\D/g, '').length >= fewestDigits),
  );
}

/** Swaps the case of all letters: with caps lock the digits stay as they are. */
export const otherCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Returns what the scanner may have sent when an AZERTY or US keyboard with caps lock typed a label. */
export function fromCapsLock(text: string): string[] {
  const isLink = /^HTTPS?[:m]/.test(text);
  if (!isLink && !/\d{13}/.test(text)) return [];
  const other =
    isLink && text.includes('://') ? [] : lockedLayouts.map((keys) => retypeText(text, keys));
  const read = /^HTTPS?m/.test(text) ? other : [...other, otherCase(text)];
  return [...new Set(read)].filter((keys) => readableLabel.test(keys));
}

/** Letters that change places on AZERTY, and on the QWERTZ of Luxembourg and Switzerland. */
const swaps: readonly Readonly<Record<string, string>>[] = [
  { a: 'q', q: 'a', w: 'z', z: 'w' },
  { y: 'z', z: 'y' },
];

/**
 * Swaps letters back: caps lock on an AZERTY keyboard turns `AL524869` into `ql524869`. Few SKUs contain Q, W, Y or Z.
 */
export function lettersSwapped(code: string): string[] {
  if (!/^(?=\D*[qwyz])[a-z]{1,3}\d{4,}$/.test(code)) return [];
  const read = swaps.map((swap) => code.replace(/[a-z]/g, (letter) => swap[letter] ?? letter));
  return read.filter((one) => one !== code);
}
