/**
 * A scanner types the keys of a QWERTY keyboard. On a computer set to AZERTY each key gives another
 * character: `&é"'(§è!çà` in place of the digits, `?Q` in place of `MA` (CART-11). These tables turn the
 * characters back into the keys.
 */
const qwerty = {
  plain: "1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./",
  shift: '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?',
};
/** Belgian and French; they differ in 6, 8, the slash and some signs. */
const azerty = {
  be: {
    plain: '&é"\'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=',
    shift: '1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+',
  },
  fr: {
    plain: '&é"\'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!',
    shift: '1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§',
  },
};

type Layout = (typeof azerty)['be'];

const keysOf = ({ plain, shift }: Layout): ReadonlyMap<string, string> =>
  new Map(
    [...Array.from(shift).entries()]
      .map(([place, char]): [string, string] => [char, qwerty.shift.charAt(place)])
      .concat(
        Array.from(plain).map((char, place): [string, string] => [
          char,
          qwerty.plain.charAt(place),
        ]),
      ),
  );

const layouts = [keysOf(azerty.be), keysOf(azerty.fr)];

/** Fewer digits are not a code: a product's name may hold an accent and an apostrophe. */
const fewestDigits = 4;
/**
 * With caps lock on, an AZERTY keyboard gives the digits themselves, and only `M` still gives a sign:
 * `,q659359` or `?Q659359` in place of `MA659359`.
 */
const shiftLocked = /^[,?][a-z]{0,2}\d{4,}$/i;
const noDigitSign = /[^&é"'(§è!çà_-]/g;
/** With as many signs as a GTIN has digits, digits between them are signs themselves: those of `(01)` or `^]`. */
const isLabel = (text: string): boolean => text.replace(noDigitSign, '').length >= 14;
/** With caps lock on, a keyboard of Linux, a Mac or an iPad gives `É` in place of `é`. */
const largeAccents = /[ÉÈÇÀ]/g;
/** What codes and Digital Link addresses are made of. */
const readable = /^[\x1d\]^()A-Za-z0-9:/._?=&%-]+$/;

/**
 * The texts that an AZERTY computer may have made of a scan, Belgian first; empty when the text holds an
 * ASCII digit (but for caps lock) or a character of neither table.
 */
export function fromAzerty(given: string): string[] {
  const text = given.replace(largeAccents, (letter) => letter.toLowerCase());
  const isShiftLocked = shiftLocked.test(text);
  if (/\d/.test(text) && !isShiftLocked && !isLabel(text)) return [];
  const kept = isShiftLocked ? /[\d\x1d]/ : /\x1d/;
  const read = layouts.map((keys) =>
    Array.from(text, (char) => (kept.test(char) ? char : (keys.get(char) ?? ' '))).join(''),
  );
  return [...new Set(read)].filter(
    (keys) => readable.test(keys) && keys.replace(/\D/g, '').length >= fewestDigits,
  );
}

/** Of AZERTY, and of QWERTZ, which Luxembourg and Switzerland have too. */
const swaps: readonly Readonly<Record<string, string>>[] = [
  { a: 'q', q: 'a', w: 'z', z: 'w' },
  { y: 'z', z: 'y' },
];

/** `ql524869` is what caps lock leaves of `AL524869` on an AZERTY keyboard; codes with a Q, W, Y or Z are few. */
export function lettersSwapped(code: string): string[] {
  if (!/^(?=\D*[qwyz])[a-z]{1,3}\d{4,}$/.test(code)) return [];
  const read = swaps.map((swap) => code.replace(/[a-z]/g, (letter) => swap[letter] ?? letter));
  return read.filter((one) => one !== code);
}
