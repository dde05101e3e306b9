/**
 * Interprets the rows of an order file as lines of code and quantity. Headings that name the columns may precede them,
 * or the order row of the ERP's files (`suite_name;customer_ref;email;note`, contract/erp.md 9.10).
 */
import {
  bareNumber,
  codeWords,
  maxLineLength,
  parseLine,
  partsOfRow,
  shortened,
  unquoted,
  withPack,
  type TypedLine,
} from '../lines';
import { isLabelText } from '~/catalogue/products/codes/product-code';
import { isSumRow, nameOfRow } from '../passed-rows';
import { readAsWhole, withoutNumberCells, type ListNote } from '../list-columns';
import { flatMapSteps, type Steps } from '~/base/kernel/steps';
import { cellsIn, original, type CsvRow } from './csv';

export interface FileLine extends TypedLine {
  /** Line number in the file. */
  number: number;
}

/** Values of the order row; a missing value is an empty text. */
interface OrderHead {
  suiteName: string;
  reference: string;
  email: string;
  note: string;
}

export interface OrderFile {
  head: OrderHead | null;
  lines: readonly FileLine[];
  /** Texts of the ignored rows, to display them to the customer. */
  passed: readonly string[];
  notes: readonly ListNote[];
}

const codeWord =
  /^(code|codig|codice|artnr|artno|sku|cnk|ean|gtin|barcode|codebarre|ref|reference|article|artikel|item($|s$|no|nr|code|number)|productcode|productnummer|produit(code|nummer)|numerodarticle|numero(produit|article))/;
const quantityWord =
  /^(qt|quantit|qnt|aantal|hoeveelheid|nombre|menge$|anzahl|bestellmenge|bestellt|stk$|stckzahl|stuckzahl|cantidad|cant$)/;
/** Headings for a number of pieces; used as the quantity when no other column has a quantity heading. */
const unitsWord = /^(stuks|pieces|units|unites|stuck)/;
/** Headings for the unit of the quantity. */
const unitWord = /^(unite|unit|um|uom|uv|eenheid|einheit|mengeneinheit|me|vpe)$/;
/** Headings for the quantity to order, in tables that also have other counts. */
const orderWord =
  /^(tebestellen|besteld$|bestelaantal|bestelhoeveelheid|acommander|commandee?$|toorder|ordered$|order(qty|quantity)|(qte|quantite)(a?commande|s?acommander))/;
/** Headings for other counts: in stock, per pack, delivered. */
const otherCount =
  /bestand|lager|stock|voorraad|dispo|availab|verpak|colis|emballage|pack|doos|boite|carton|karton|box|min|max|gratis|gratuit|free|livre|geleverd|deliver/;
/** Headings for money. A quantity word beside them names their unit: `Prix par pièce`, `Aantalkorting`. */
const money =
  /prix|prijs|price|tarif|montant|bedrag|amount|valeur|waarde|value|remise|ristourne|korting|rabais|discount|escompte/;
/** Other headings of the trade, in the three languages; none of them means an ordered quantity. */
const otherWord = new RegExp(
  `${money.source}|^(${[
    '(pu|pa|pv|pvp|ppa|ppu|eur|euro|euros|ht|htva|hors(tva|taxe)|htc|ttc|tvac|tva|btw|vat|tax|taxe|taux|cout|kost|kosten|cost|excl|incl|netto?|nets?|brut|bruto|gross)',
    '(sous|sub|grand|eind)?(total|totaux|totaal|totalen)|somme|som|sum|solde|saldo|balance|dispo|marge|margin|facture|factuur|invoice|points|punten',
    'date|datum|jour|dag|day|peremption|vervaldatum|verval|houdbaar|expir|exp|thd|tht|dlc|dluo|bestbefore|livraison|levering|delivery|delai|termijn',
    'lot|batch|serie|serial|charge|lotnr|numerodelot',
    'desc|designation|denomination|libelle|intitule|nom|naam|name|omschrijving|benaming|produit|product|titre|titel|title|texte?|tekst|remarque|opmerking|commentaire?|comment|note|nota|memo',
    'merk|marque|brand|fabricant|fabrikant|manufacturer|labo|fournisseur|leverancier|supplier|vendor|categorie|category|famille|familie|family|groupe?|groep|rubrique|rayon|type|statut|status|etat|staat',
    'unite|unit|um|uom|ue|uv|eenheid|conditionnement|cond|verpakking|presentation|format|formaat|inhoud|contenu|contents?|taille|maat|size|volume|poids|gewicht|weight|dosage|dosering|kg|ml|mg',
    'ligne|lijn|line|nde|n$|position|positie|pos|rang|index|no|nr|num|numero|nummer|client|klant|customer|commande|bestelling|order|bon|magasin|winkel|emplacement|locatie|location|bin',
  ].join('|')})`,
);
/**
 * Headings for codes of another party, such as a supplier; used as the code only when no other column has a code
 * heading.
 */
const othersCode =
  /fournisseur|leverancier|supplier|commande|bestelling|order|client|klant|customer/;

/** Normalises a heading: no accents, spaces or signs. Returns an empty text when it holds a digit, as a code would. */
const wordOf = (cell: string): string =>
  /\d/.test(cell)
    ? ''
    : cell
        .normalize('NFD')
        .replace(/[^\p{L}]/gu, '')
        .toLowerCase();

const isNumber = (cell: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(cell);

/** True for a text that begins with a digit or a letter of ASCII. */
const isPlain = (text: string): boolean => /^[\da-z]/i.test(text);
function cellText(cell: string): string {
  const text = cell.trim();
  return isPlain(text) ? text : original(unquoted(text));
}
/** Returns the cells without the quoting that programs and the shop's own files add. */
const cellsOf = ({ cells }: Pick<CsvRow, 'cells'>): string[] => cells.map(cellText);

function isOrderRow(cells: readonly string[]): boolean {
  if (cells.length < 4) return false;
  const [, reference = '', email = '', note = ''] = cells;
  if (email.includes('@')) return true;
  if (columnsOf(cells)?.isNamed || isNumber(email)) return false;
  return !isNumber(reference) || (email === '' && note !== '');
}

interface Columns {
  code: number;
  /** Other columns headed as codes. When one holds a different product than `code`, the shop asks the customer. */
  otherCodes?: readonly number[];
  /** Columns headed as quantities. When several differ, the shop asks the customer. */
  quantities: readonly number[];
  /** True when a heading names the columns: an empty quantity cell then orders nothing. */
  isNamed: boolean;
  /** The only column with an unknown heading; it may hold the quantity. */
  unknown?: { at: number; heading: string };
  /** Columns that hold the unit of the quantity. */
  units?: readonly number[];
}

const firstTwo: Columns = { code: 0, quantities: [1], isNamed: false };

/** Returns the columns that match the first test with any match; the other tests are then ignored. */
function columnsBy(
  words: readonly string[],
  ...tests: ((word: string) => boolean)[]
): readonly number[] {
  const found = tests.map((test) => words.flatMap((word, at) => (test(word) ? [at] : [])));
  return found.find(({ length }) => length > 0) ?? [];
}

const isOther = (word: string): boolean => otherWord.test(word) || otherCount.test(word);

/** Finds the code and quantity columns by their headings. Returns null when the row is not a heading. */
function columnsOf(cells: readonly string[]): Columns | null {
  const words = cells.map(wordOf);
  const isCode = (word: string): boolean => codeWord.test(word);
  const isQuantity = (word: string): boolean => !otherCount.test(word) && !money.test(word);
  const quantities = columnsBy(
    words,
    (word) => orderWord.test(word) && !money.test(word),
    (word) => quantityWord.test(word) && isQuantity(word),
    (word) => unitsWord.test(word) && isQuantity(word),
  );
  const codes = columnsBy(
    words,
    (word) => isCode(word) && !othersCode.test(word) && !money.test(word),
    (word) => isCode(word) && !money.test(word),
  );
  const [code, ...otherCodes] = codes;
  if (quantities.length > 0)
    return {
      code: code ?? (quantities[0] === 0 ? 1 : 0),
      otherCodes,
      quantities,
      isNamed: true,
      units: columnsBy(words, (word) => unitWord.test(word)),
    };
  const [first, second] = words;
  if (!first || (code !== 0 && !second) || isNumber(cells[1] ?? '')) return null;
  const named = words.filter(Boolean);
  if (code === undefined) {
    // `Produit;Prix` is a heading; a title contains other words.
    return named.length > 1 && named.every(isOther)
      ? { code: 0, quantities: [], isNamed: true }
      : firstTwo;
  }
  const others = words.flatMap((word, at) =>
    word && !isCode(word) && !isOther(word) ? [{ at, heading: (cells[at] ?? '').trim() }] : [],
  );
  // A code heading beside a column without a heading: lines of code and quantity.
  if (named.length < 2) return { ...firstTwo, code };
  const [unknown, another] = others;
  return {
    code,
    otherCodes,
    quantities: [],
    isNamed: true,
    ...(unknown && !another ? { unknown } : {}),
  };
}

/** True for headings in one cell, `Code Quantité`: a word for the code, one for the quantity, and no digit. */
export function isHeadingText(row: string): boolean {
  if (/\d/.test(row)) return false;
  const words = row.split(/[\s;,|/]+/).map(wordOf);
  return (
    words.some((word) => codeWord.test(word)) &&
    words.some((word) => quantityWord.test(word) || unitsWord.test(word))
  );
}

/** Parses a row of the table below a heading. */
export type RowReader = (row: string) => TypedLine | null;

/** Separator of a heading: a tab, a semicolon or a bar, else a comma. */
const separatorOf = (heading: string) =>
  (['\t', ';', '|'] as const).find((one) => heading.includes(one)) ?? ',';

/**
 * Returns a parser for the rows below the heading of a copied table or of the shop's own files. It uses the columns
 * that the heading names for code and quantity. Returns null when the text is not a heading.
 */
export function readerBelow(heading: string): RowReader | null {
  const separator = separatorOf(heading);
  const cells = cellsIn(heading, separator);
  if (cells.length < 2) return null;
  const words = cells.map(wordOf);
  const columns = columnsOf(cells);
  const isHeading =
    words.some((word) => codeWord.test(word)) || (separator !== ',' && !/\d/.test(heading));
  if (!columns?.isNamed || !isHeading) return null;
  return (row) => {
    const found = cellsIn(row, separator);
    return found.length === cells.length
      ? lineOf(0, cellsOf({ cells: found }), columns)
      : parseLine(row);
  };
}

/**
 * Returns the quantity text of a row. If it has several quantity columns that differ, their texts are joined with `/`,
 * so that the line is rejected and not guessed.
 */
function quantityIn(
  cells: readonly string[],
  { quantities, unknown, units = [] }: Columns,
): string {
  const textAt = (at: number): string => cells[at] ?? '';
  if (unknown) {
    const text = textAt(unknown.at);
    return isNumber(text) ? `${unknown.heading}: ${text}` : '';
  }
  const texts = quantities.map(textAt).map(bareNumber);
  const asked = [...new Set(texts.length > 1 ? texts.filter(Boolean) : texts)].join(' / ');
  return withPack(asked, units.map(textAt));
}

/**
 * Separator of the cells in a line's text, which `parseLine` parses again when the page returns it. In a label a
 * semicolon is part of the lot.
 */
const cellSeparator = (cells: readonly string[]): string => (cells.some(isLabelText) ? '\t' : ';');

/** Builds the line of a row. `cells`: as `cellsOf` returns them. */
function lineOf(number: number, cells: readonly string[], columns: Columns): FileLine | null {
  if (cells.length === 1) {
    const line = parseLine(cells[0] ?? '');
    return line && { ...line, number };
  }
  // A cell that was cut to the maximum length is rejected if it is used as a code or quantity.
  const texts = cells.map(shortened);
  // Without a heading, the row may also contain a name or a price.
  const [code = '', typed = ''] = (
    columns.isNamed || cells.length < 3
      ? [texts[columns.code] ?? '', quantityIn(texts, columns)]
      : partsOfRow(texts)
  ).map(shortened);
  const others = (columns.otherCodes ?? []).map((at) => texts[at] ?? '').filter(Boolean);
  const apart = cellSeparator(texts);
  const named = [code, typed, ...others].join(apart);
  const entered = named.length > maxLineLength ? code + apart + typed : named;
  const line = { number, code, typed: bareNumber(typed), entered };
  // The cell in the code column does not look like a code: another column may contain the code (`otherReading`).
  if (columns.isNamed && codeWords(code).length > 0) return { ...line, isShown: true };
  const sum = texts.reduce((length, text) => length + text.length + apart.length, -apart.length);
  const inner = apart === '\t' ? /\t/g : /[;\t]/g;
  const kept =
    sum > maxLineLength
      ? line
      : { ...line, entered: texts.map((text) => text.replace(inner, ' ')).join(apart) };
  return columns.isNamed ? { ...kept, isShown: true } : kept;
}

/** Maximum number of rows above the headings: a letterhead, a title, a date. */
export const titleRows = 10;

/** Returns the index of the row with the headings, or -1 when none of the first rows is one. */
const headingBelow = (rows: readonly CsvRow[]): number =>
  rows.slice(0, titleRows).findIndex((row) => {
    const cells = cellsOf(row);
    return cells.some((cell) => codeWord.test(wordOf(cell))) && columnsOf(cells)?.isNamed === true;
  });

/** True when a row above the headings is an order line: a code and a count in two cells. Other rows are titles. */
const isLine = (row: CsvRow): boolean => {
  const cells = cellsOf(row);
  const code = cells.findIndex((cell) => /\d{5}/.test(cell) && /^\S+$/.test(cell));
  return code >= 0 && cells.some((cell, at) => at !== code && isNumber(cell));
};

/** Interprets the rows in steps, one row per step. */
export function* readOrderFile(rows: readonly CsvRow[]): Steps<OrderFile> {
  const [first] = rows;
  if (!first) return { head: null, lines: [], passed: [], notes: [] };
  const cells = cellsOf(first);
  const [suiteName = '', reference = '', email = '', note = ''] = cells;
  const named = email.includes('@') ? null : columnsOf(cells);
  const heading = named ? 0 : headingBelow(rows);
  const below = rows[heading];
  const columns = named ?? (below ? columnsOf(cellsOf(below)) : null);
  const filled = (row: CsvRow | undefined): number =>
    row ? cellsOf(row).filter(Boolean).length : 0;
  // A row such as `10;MA659359;Gants;2` is the first order line if the row below has as many cells.
  const isFirstLine = isLine(first) && filled(first) > 2 && filled(first) === filled(rows[1]);
  const ordered =
    !named && isOrderRow(cells) && (email.includes('@') || (heading < 0 && !isFirstLine));
  const passed: string[] = [];
  const passOver = (row: CsvRow): [] => {
    passed.push(nameOfRow(cellsOf(row)));
    return [];
  };
  const { rows: read, note: numbers } = columns?.isNamed
    ? { rows, note: null }
    : yield* withoutNumberCells(rows);
  const lines = yield* flatMapSteps(read, (row, at): readonly FileLine[] => {
    if (ordered && at === 0) return [];
    if (at === heading) return passOver(row);
    if (at < heading && !isLine(row)) return passOver(row);
    const texts = cellsOf(row);
    if (at > heading && isSumRow(texts.join(' ').trim())) return passOver(row);
    const line = lineOf(row.line, texts, at < heading ? firstTwo : (columns ?? firstTwo));
    return line ? [line] : [];
  });
  return {
    head: ordered ? { suiteName, reference, email, note } : null,
    passed,
    ...readAsWhole(lines, numbers),
  };
}
