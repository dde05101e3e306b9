/** Parses the parts of a workbook (ECMA-376, 18): its list of sheets, its shared texts, its formats, and one sheet. */
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Steps } from '~/base/kernel/steps';
import { maxCellLength, maxCells, maxRows, type CsvRow } from '../csv/csv';
import type { FileFault } from '../import/file-fault';
import { formatOf, general, numberText, type NumberFormat } from './number-text';
import { attribute, xmlSteps } from './xml-steps';

/** Adds text, up to one character more than a cell may have: a longer cell is rejected. */
const appended = (text: string, more: string): string =>
  text.length > maxCellLength ? text : (text + more).slice(0, maxCellLength + 1);

interface Relation {
  /** Last word of the type: `worksheet`, `sharedStrings`. */
  kind: string;
  target: string;
}

/** The parts that a part names, by their ids. */
export function* readRelations(xml: Uint8Array): Steps<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  yield* xmlSteps(xml, {
    open(name, { Id: id, Type: type = '', Target: target }) {
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      relations.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), target });
    },
  });
  return relations;
}

interface SheetName {
  name: string;
  /** Id of its relation. */
  id: string;
  isHidden: boolean;
}

interface WorkbookParts {
  sheets: readonly SheetName[];
  /** Position of the sheet that was open when the file was saved. */
  active: number;
  /** Days are counted from 1904. */
  from1904: boolean;
}

export function* readSheetNames(xml: Uint8Array): Steps<WorkbookParts> {
  const sheets: SheetName[] = [];
  let active = 0;
  let from1904 = false;
  yield* xmlSteps(xml, {
    open(element, attributes) {
      if (element === 'workbookView') active = Number(attributes['activeTab'] ?? 0);
      if (element === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      const { name = '', state = 'visible' } = attributes;
      sheets.push({ name, id: attribute(attributes, 'id') ?? '', isHidden: state !== 'visible' });
    },
  });
  return { sheets, active, from1904 };
}

/** The texts to which cells refer by their position. Phonetic guides are left out. */
export function* readSharedTexts(xml: Uint8Array): Steps<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isGuide = false;
  yield* xmlSteps(xml, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isGuide = true;
      isText = name === 't' && !isGuide;
    },
    text(more) {
      if (isText) text = appended(text, more);
    },
    close(name) {
      if (name === 'rPh') isGuide = false;
      if (name === 't') isText = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

/** The number formats of the cells, by the style number of a cell. */
export function* readFormats(xml: Uint8Array): Steps<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  yield* xmlSteps(xml, {
    open(name, { numFmtId: id, formatCode: code }) {
      if (name === 'numFmt') codes.set(Number(id), code ?? '');
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) ids.push(Number(id ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return ids.map((id) => formatOf(id, codes));
}

interface CellContext {
  texts: readonly string[];
  formats: readonly NumberFormat[];
  from1904: boolean;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  inline: string;
  formula: string;
}

function textOf({ type, style, value, inline, formula }: Cell, context: CellContext): string {
  const { texts, formats, from1904 } = context;
  // Some programs write formulas without their results. Such a cell is shown as its formula, which is no quantity.
  if (value === '' && inline === '' && formula !== '') return `=${formula}`;
  switch (type) {
    case 's':
      return texts[Number(value)] ?? '';
    case 'inlineStr':
      return inline;
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return numberText(value, formats[style] ?? general, from1904);
    default:
      return value;
  }
}

/** The column of `AB12`, counted from 0; null for other text. */
function columnOf(reference: string | undefined): number | null {
  const [, letters] = /^([A-Z]{1,3})\d/.exec(reference ?? '') ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Number of bytes per step: searching them takes a few milliseconds. */
const searchedInStep = 1024 * 1024;
const rowEnd = Buffer.from('row>');
/** Maximum length of the namespace prefix of a tag. */
const longestPrefix = 20;

/** Counts the rows of a sheet by their closing tags, `</row>` or `</x:row>`, without parsing it. */
function* rowsIn(xml: Uint8Array): Steps<number> {
  const all = Buffer.from(xml.buffer, xml.byteOffset, xml.length);
  let rows = 0;
  let stepEnd = searchedInStep;
  for (let at = all.indexOf(rowEnd); at >= 0; at = all.indexOf(rowEnd, at + 1)) {
    const tag = all.toString('latin1', Math.max(0, at - longestPrefix), at);
    if (/<\/(?:\w+:)?$/.test(tag)) rows += 1;
    if (at < stepEnd) continue;
    stepEnd = at + searchedInStep;
    yield;
  }
  return rows;
}

/** Parses the filled rows of a sheet as the rows of a CSV file, with the same limits. */
export function* readSheet(
  xml: Uint8Array,
  context: CellContext,
): Steps<Outcome<CsvRow[], FileFault>> {
  const rows: CsvRow[] = [];
  let isTooLong = false;
  let line = 0;
  let cells: string[] = [];
  let nextColumn = 0;
  let cell: Cell | null = null;
  /** Where the text of an element belongs. */
  let into: 'value' | 'inline' | 'formula' | null = null;
  let isGuide = false;
  const faults: FileFault[] = [];

  function endCell({ column, ...of }: Cell): void {
    const text = textOf({ column, ...of }, context);
    if (text.trim() === '') return;
    if (text.length <= maxCellLength && column < maxCells) cells[column] = text;
    else if (faults.length === 0) faults.push({ kind: 'long-line', line });
  }
  function endRow(): void {
    if (cells.length === 0) return;
    if (rows.length === maxRows) isTooLong = true;
    else rows.push({ line, cells: Array.from(cells, (text?: string) => text ?? '') });
    cells = [];
  }

  const isRead = yield* xmlSteps(xml, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r']) || line + 1;
        cells = [];
        nextColumn = 0;
      }
      if (name === 'c') {
        const { r: reference, t: type = 'n', s: style = '0' } = attributes;
        const column = columnOf(reference) ?? nextColumn;
        nextColumn = column + 1;
        cell = { column, type, style: Number(style), value: '', inline: '', formula: '' };
      }
      if (name === 'rPh') isGuide = true;
      if (name === 'v') into = 'value';
      else if (name === 'f') into = 'formula';
      else into = name === 't' && !isGuide ? 'inline' : null;
    },
    text(more) {
      if (cell && into) cell[into] = appended(cell[into], more);
    },
    close(name) {
      into = null;
      if (name === 'rPh') isGuide = false;
      if (name === 'c' && cell) {
        endCell(cell);
        cell = null;
      }
      if (name === 'row') endRow();
    },
    isDone: () => isTooLong || faults.length > 0,
  });
  if (!isRead) return refused({ kind: 'workbook' });
  const [fault] = faults;
  if (fault) return refused(fault);
  if (isTooLong) return refused({ kind: 'too-many-rows', rows: yield* rowsIn(xml) });
  return done(rows);
}
