/**
 * Text that arrives from a scanner set to a US keyboard at a computer with another layout: Windows' Belgian (period),
 * French and US layouts, with and without caps lock. `⌂` is a dead key: it appears before the next character.
 */
const us = {
  plain: "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  shift: '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
};
const belgian = {
  plain: '²&é"\'(§è!çà)-azertyuiop^$µqsdfghjklmùwxcvbn,;:=',
  shift: '³1234567890°_AZERTYUIOP¨*£QSDFGHJKLM%WXCVBN?./+',
};
/** Shift and the key before 1 produce no character; NUL marks that position. */
const french = {
  plain: '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!',
  shift: '\0' + '1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
};

type Layout = typeof us;

/** Keys of an AZERTY keyboard that caps lock does not change. */
const unlocked = '²^$µ*';

function typedOn({ plain, shift }: Layout, isLocked: boolean, text: string): string {
  return Array.from(text, (char) => {
    const shifted = us.shift.indexOf(char);
    const at = shifted < 0 ? us.plain.indexOf(char) : shifted;
    // Control characters arrive unchanged, and a space is a space in every layout.
    if (at < 0) return char;
    const isLetter = /[a-z]/.test(plain.charAt(at));
    const isChanged =
      isLocked && (isLetter || (plain !== us.plain && !unlocked.includes(plain.charAt(at))));
    return (shifted < 0 === isChanged ? shift : plain).charAt(at);
  })
    .join('')
    .replaceAll('\0', '');
}

const typing =
  (layout: Layout, isLocked: boolean) =>
  (text: string): string =>
    typedOn(layout, isLocked, text);

/** For each layout: the text that the computer receives when a scanner types the given text. */
export const keyboards: Readonly<Record<string, (text: string) => string>> = {
  US: typing(us, false),
  'US, caps lock': typing(us, true),
  Belgian: typing(belgian, false),
  'Belgian, caps lock': typing(belgian, true),
  French: typing(french, false),
  'French, caps lock': typing(french, true),
};
