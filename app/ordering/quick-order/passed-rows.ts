/**
 * Detects rows of a pasted list or file that order nothing, such as headings and sums. They are ignored and listed for
 * the customer.
 */
import { isGtin } from '~/catalogue/products/codes/check-digit';
import { fromAzerty } from '~/catalogue/products/codes/keyboard';
import { folded } from '~/base/kernel/folding';
import { mapSteps, type Steps } from '~/base/kernel/steps';
import type { Shop } from '~/base/page/shop';
import { codeWords, shortened } from './lines';
import type { ListNote } from './list-columns';
import type { QuickLine } from './quick-order';

/** Start of a sum row: `Total`, `Sous-total :`, `Totaal excl. btw`, `Grand total`, `Eindtotaal`. */
const sumWord =
  /^["';\s]*(?:(?:sub|sous|eind|algemeen|grand|order)[\s-]*)?(?:total(?:e|en)?|totaux|totaal)(?![\p{L}\d])/iu;
/** Run of the characters of an amount, `1 234,50`; a code is such a run too. */
const run = /[\d.,\s]+/g;
const isAmount = (text: string): boolean => /^[.,]\d\d$/.test(text.trimEnd().slice(-3));
/** Minimum number of digits in a code. */
const codeDigits = /\d{5}/;

/** True when a row begins with a word for a sum and contains no code; an amount is not a code. */
export const isSumRow = (row: string): boolean =>
  sumWord.test(row) && !codeDigits.test(row.replace(run, (text) => (isAmount(text) ? ' ' : text)));

/** Words that begin other lines of a message or invoice, in the three languages, without accents. */
const otherWords = [
  'tva|btw|vat|iban|bic|swift|facture|factuur|invoice|clients?|klant(?:en)?(?:nr|nummer)?|customer',
  'bonjour|bonsoir|merci|cordialement|bien a (?:vous|toi)|salutations|bonne (?:journee|soiree)|meilleures',
  'beste|geachte|hallo|dag|goede(?:morgen|middag|navond)|goeie?dag|goedendag|dank|bedankt|alvast|met vriendelijke|mvg|(?:vriendelijke )?groet(?:en|jes)?',
  'dear|hello|hi|good (?:morning|afternoon|day)|thanks?|(?:kind |best |warm )?regards|(?:yours )?sincerely',
  'aantal (?:lijnen|artikel(?:en|s))|nombre (?:de lignes|d.articles)|number of (?:lines|items)|somme|som',
  '(?:n° ?|nr\\.? ?)?(?:client|commande)|bon de commande|bestel(?:ling|bon)|(?:purchase )?order',
  'date|datum|echeance|vervaldag|due|page|pagina|tel(?:ephone|efoon)?|phone|fax|gsm|e-?mail|adresse?|address',
  'frais|port|livraison|verzend(?:ing|kosten)|levering(?:skosten)?|shipping|delivery|remise|korting|discount',
  'acompte|voorschot|deposit|solde?|saldo|balance due|net a payer|a payer|te betalen|to pay|amount due|montant|bedrag',
  'communication|mededeling|rekening|bank|banque|rpm|rpr|bce|kbo|(?:ondernemings)?nummer',
  'objet|sujet|onderwerp|subject|envoye|verzonden|sent|(?:de|a|van|aan|from|to|cc) ?:',
];
const otherWord = new RegExp(`^["'\\s]*(?:${otherWords.join('|')})(?![\\p{L}\\d-])`, 'u');
const dates = /\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b/g;
/**
 * True when the text ends with a punctuation mark. A full stop counts only behind more than three words: otherwise it
 * ends an abbreviation.
 */
const endsAsSentence = (text: string): boolean =>
  text.endsWith('.')
    ? text.split(/\s+/).length > 3
    : ',:?!'.includes(text.slice(-1)) && /\p{L}{3}/u.test(text);
/** A sentence has no digits. Text that an AZERTY keyboard may have typed for a code is not a sentence. */
const isSentence = (text: string): boolean =>
  text !== '' && !/\d/.test(text) && endsAsSentence(text) && fromAzerty(text).length === 0;

/**
 * True for a line that orders nothing: a known product with quantity 0, or text around the list that contains no code
 * of a product. A line with several codes does not count as such text: not all of its codes may have been looked up.
 */
function ordersNothing({ entered, typed, card, fault }: QuickLine): boolean {
  if (card) return fault?.kind === 'quantity' && fault.refusal === 'zero' && typed.trim() !== '';
  if (fault?.kind !== 'unknown') return false;
  const text = folded(entered);
  const isOther = otherWord.test(text) || isSentence(entered);
  return isOther && codeWords(text.replace(dates, ' ')).length < 2;
}

/** Signatures and quoted messages; such lines order nothing. */
const address = /@[^@]+\.|^\W*(?:https?:|www\.)/i;
const contacts =
  /\b(?:BE|LU|FR|NL|DE)\s?0?\d{3}[.\s]?\d{3}[.\s]?\d{3}\b|\b(?:BE|LU|FR|NL|DE)\d\d(?:\s?[\dA-Z]{4}){3,6}\b/gi;
const phones = /(?<![\w.-])(?:\+|00?)[\d(][\d\s./()-]{6,18}\d(?![\w-])/g;
/** True for a phone number: nine or ten digits within a country. GTINs and CNKs have other lengths. */
const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/g, '');
  if (isGtin(digits)) return false;
  return /^\+|^00/.test(text)
    ? digits.length > 9 && digits.length < 15
    : digits.length === 9 || digits.length === 10;
};
const quotedFrom = /(?:\bwrote|\ba [ée]crit|\bschreef\b.{0,60})\s?:$/i;

function isContact(entered: string): boolean {
  const rest = entered
    .split(' ')
    .filter((word) => !address.test(word))
    .join(' ')
    .replace(contacts, ' ')
    .replace(phones, (text) => (isPhone(text) ? ' ' : text));
  return (
    (rest !== entered || quotedFrom.test(entered)) &&
    codeWords(rest.replace(dates, ' ')).length === 0
  );
}

const isRule = (entered: string): boolean =>
  !/[\p{L}\p{N}]/u.test(entered) && (new Set(entered).size < 3 || fromAzerty(entered).length === 0);

/** Closing words of a message; the sender's signature follows them. */
const closings = [
  '-- ?$|merci|cordialement|bien a (?:vous|toi)|(?:sinceres |meilleures )?salutations|bonne (?:journee|soiree)|d\\.? avance',
  'met (?:vriendelijke|hartelijke|beste)|mvg|(?:vriendelijke |hartelijke )?groet(?:en|jes)?|alvast|(?:hartelijk )?dank|bedankt',
  'thanks?|(?:kind |best |warm )?regards|(?:yours )?sincerely|cheers|sent from|envoye (?:de|depuis)|verzonden v(?:ia|anaf)',
];
const closing = new RegExp(`^["'\\s]*(?:${closings.join('|')})(?![\\p{L}\\d])`, 'u');

/** True when a line below the closing words of a message still orders: it has a code and a quantity. */
const mayOrder = ({ code, entered, typed, quantity }: QuickLine): boolean =>
  typed !== '' && quantity !== null && codeWords(code).length > 0 && !isContact(entered);

/**
 * True for a line such as `02065027 12`: it has as many digits as a phone number, but is a CNK with a leading zero and
 * a quantity.
 */
const isCodeWithCount = ({ code, typed }: QuickLine): boolean =>
  /^\d{7,8}$/.test(code) && typed !== '';

/**
 * Separates the order lines of a list or file (`kept`) from rows that order nothing, such as a signature (`apart`). The
 * page lists the latter as ignored.
 */
export function* splitIgnoredRows<Line extends QuickLine>(
  lines: readonly Line[],
): Steps<{ kept: readonly Line[]; apart: readonly Line[] }> {
  const last = lines.findLastIndex(({ card }) => card !== null);
  const ends = yield* mapSteps(
    lines,
    ({ entered, card }, at) => at > last && card === null && closing.test(folded(entered)),
  );
  const end = ends.indexOf(true);
  const isApart = (line: Line, at: number): boolean => {
    const isNone = line.card === null && ['unknown', 'misread'].includes(line.fault?.kind ?? '');
    const isSignature = last >= 0 && end >= 0 && at >= end && !mayOrder(line);
    return (
      ordersNothing(line) ||
      (isNone &&
        (isSignature ||
          (isContact(line.entered) && !isCodeWithCount(line)) ||
          isRule(line.entered)))
    );
  };
  const areApart = yield* mapSteps(lines, isApart);
  return {
    kept: lines.filter((_, at) => !areApart[at]),
    apart: lines.filter((_, at) => areApart[at]),
  };
}

export const nameOfRow = (cells: readonly string[]): string =>
  shortened(
    cells
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' '),
  );

/** Text that explains how a column was parsed, because a single row would not show it. */
export function noteText(t: Shop['t'], note: ListNote): string {
  const { kind, ...values } = note;
  return t(`cart:quick.note.${kind}`, values);
}

export const namedRows = 5;

/** Text that quotes the ignored rows; if there are many, only the first ones. */
export function passedText(t: Shop['t'], passed: readonly string[]): string {
  const count = passed.length;
  const named = passed.slice(0, namedRows).map((row) => t('cart:quick.quoted', { text: row }));
  const rows = [...named, ...(count > namedRows ? ['…'] : [])].join(', ');
  return t('cart:quick.passed', { count, rows });
}
