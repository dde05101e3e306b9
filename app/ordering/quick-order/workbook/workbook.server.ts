/**
 * Reads the rows of an uploaded Excel workbook (.xlsx, ECMA-376) as those of a CSV file. Reads the sheet that was open
 * when the workbook was saved, or the first one with content; a note names the other sheets with content. The limits of
 * the unpacked parts keep a small file from costing much time or memory (P-88).
 */
import { posix } from 'node:path';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Steps } from '~/base/kernel/steps';
import { unzip, zipEntries } from '~/base/page/files/unzip.server';
import { inTurns } from '~/base/page/in-turns.server';
import type { CsvRow } from '../csv/csv';
import type { FileFault } from '../import/file-fault';
import type { ListNote } from '../list-columns';
import { readFormats, readRelations, readSharedTexts, readSheet, readSheetNames } from './sheet';

const megabyte = 1024 * 1024;
/** Maximum bytes of all unpacked parts together; 5,000 rows of 20 cells have half of it. */
const mostUnpacked = 12 * megabyte;
/** Ordinary sheets are packed to a tenth. A part that is packed to less than a fortieth is rejected above a megabyte. */
const mostRatio = 40;
const alwaysUnpacked = megabyte;
/** Maximum number of sheets of which one is chosen. */
const mostSheets = 30;
/** Maximum bytes of a sheet without content. */
const emptySheet = 64 * 1024;
const longestName = 40;

interface WorkbookRows {
  rows: readonly CsvRow[];
  note: Extract<ListNote, { kind: 'sheets' }> | null;
}

/** The parts of an archive, as long as they are within the limits together. */
class Parts {
  readonly #bytes: Uint8Array;
  readonly #entries: ReturnType<typeof zipEntries>;
  #left = mostUnpacked;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#entries = zipEntries(bytes);
  }

  /** Returns null for a part that is missing or too long. */
  async unpack(name: string, most = Infinity): Promise<Uint8Array | null> {
    const entry = this.#entries?.get(name);
    if (!entry) return null;
    const bound = Math.min(most, this.#left, Math.max(alwaysUnpacked, mostRatio * entry.packed));
    const part = await unzip(this.#bytes, this.#entries ?? new Map(), name, bound);
    this.#left -= part?.length ?? 0;
    return part;
  }

  /** Parses a part in turns; null if it is missing or too long. */
  async read<T>(name: string, parse: (xml: Uint8Array) => Steps<T>): Promise<T | null> {
    const xml = await this.unpack(name);
    return xml && inTurns(parse(xml));
  }
}

/** The path of the relations of a part: `xl/_rels/workbook.xml.rels`. */
const relationsOf = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
const pathFrom = (part: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);

interface Sheet {
  name: string;
  path: string;
}

const hasCells = (xml: Uint8Array): boolean =>
  /<(?:\w+:)?[vt][ >]/.test(Buffer.from(xml).toString());

/** Names of the sheets with content, shortened, without invisible characters. */
async function namesOfFilled(parts: Parts, sheets: readonly Sheet[]): Promise<string[]> {
  const names: string[] = [];
  for (const { name, path } of sheets) {
    const xml = await parts.unpack(path, emptySheet);
    if (xml === null || hasCells(xml)) names.push(shownName(name));
  }
  return names;
}
const shownName = (name: string): string => name.replace(/\p{C}+/gu, '').slice(0, longestName);

/** Returns the parts that the workbook names, or null if a required part is missing. */
async function openWorkbook(parts: Parts) {
  const roots = await parts.read('_rels/.rels', readRelations);
  const root = [...(roots?.values() ?? [])].find(({ kind }) => kind === 'officeDocument');
  const path = root ? pathFrom('', root.target) : 'xl/workbook.xml';
  const book = await parts.read(path, readSheetNames);
  const relations = await parts.read(relationsOf(path), readRelations);
  if (!book || !relations) return null;
  const pathOf = (kind: string): string | undefined => {
    const relation = [...relations.values()].find((one) => one.kind === kind);
    return relation && pathFrom(path, relation.target);
  };
  const sheets = book.sheets.map(({ name, id, isHidden }) => {
    const relation = relations.get(id);
    const isShown = !isHidden && relation?.kind === 'worksheet';
    return isShown ? { name, path: pathFrom(path, relation.target) } : null;
  });
  const active = sheets[book.active];
  const shown = [...(active ? [active] : []), ...sheets.filter((one) => one !== active)];
  return { ...book, sheets: shown.flatMap((one) => one ?? []).slice(0, mostSheets), pathOf };
}

export async function readWorkbook(bytes: Uint8Array): Promise<Outcome<WorkbookRows, FileFault>> {
  const parts = new Parts(bytes);
  const book = await openWorkbook(parts);
  if (!book) return refused({ kind: 'workbook' });
  const { sheets, from1904, pathOf } = book;
  const [textsPath, formatsPath] = [pathOf('sharedStrings'), pathOf('styles')];
  const texts = textsPath ? await parts.read(textsPath, readSharedTexts) : [];
  const formats = formatsPath ? await parts.read(formatsPath, readFormats) : [];
  if (!texts || !formats) return refused({ kind: 'workbook' });
  for (const sheet of sheets) {
    const rows = await parts.read(sheet.path, (xml) =>
      readSheet(xml, { texts, formats, from1904 }),
    );
    if (!rows) return refused({ kind: 'workbook' });
    if (!rows.ok) return rows;
    if (rows.value.length === 0) continue;
    const others = await namesOfFilled(
      parts,
      sheets.filter((one) => one !== sheet),
    );
    const note = {
      kind: 'sheets',
      read: shownName(sheet.name),
      others: others.join(', '),
    } as const;
    return done({ rows: rows.value, note: others.length > 0 ? note : null });
  }
  return refused({ kind: 'empty' });
}
