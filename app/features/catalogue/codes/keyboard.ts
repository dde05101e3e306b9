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
/** What codes and Digital Link addresses are made of. */
const readable = /^[\x1d\]A-Za-z0-9:/._?=&%-]+$/;

/**
 * The texts that an AZERTY computer may have made of a scan, Belgian first; empty when the text holds an
 * ASCII digit (but for caps lock) or a character of neither table.
 */
export function fromAzerty(text: string): string[] {
  if (/\d/.test(text) && !shiftLocked.test(text)) return [];
  const read = layouts.map((keys) =>
    Array.from(text, (char) => (/[\d\x1d]/.test(char) ? char : (keys.get(char) ?? ' '))).join(''),
  );
  return [...new Set(read)].filter(
    (keys) => readable.test(keys) && keys.replace(/\D/g, '').length >= fewestDigits,
  );
}

const swapped: Readonly<Record<string, string>> = { a: 'q', q: 'a', w: 'z', z: 'w' };

/** `ql524869` is what caps lock leaves of `AL524869` on an AZERTY keyboard; codes with a Q, W or Z are few. */
export const lettersSwapped = (code: string): string[] =>
  /^(?=\D*[qwz])[a-z]{1,3}\d{4,}$/.test(code)
    ? [code.replace(/[aqwz]/g, (letter) => swapped[letter] ?? letter)]
    : [];
