/** Reads document files (JSON lines, one file for each index and locale, gzip supported) and reports faults by line. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { IndexName, Lang } from '../../sandbox/world';
import { fileFault } from '../file-faults';
import { faultsOf } from './faults';
import { fromExporter, noteFilled, switchedOff } from './exporter';
import { documentSchemas, neverEmpty } from './schemas';

/** A document file and the index alias that it fills. */
export interface Target {
  file: string;
  alias: string;
  index: IndexName;
  lang: Lang;
}

type Loaded = Readonly<Record<string, unknown>>;

export const isDocumentFile = (file: string): boolean => /\.jsonl(\.gz)?$/.test(file);
export const aliasOf = (file: string): string => basename(file).replace(/\.jsonl(\.gz)?$/, '');

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(file);
  const text = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  // `pipe` does not forward an error of the file to the unpacked stream.
  raw.once('error', (fault) => text.destroy(fault));
  // One character per byte: decoding as UTF-8 would silently replace invalid bytes.
  text.setEncoding('latin1');
  let isHead = true;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
      if (isHead && /^(\xff\xfe|\xfe\xff)/.test(line))
        throw new Error(`${file} is UTF-16; expected UTF-8`);
      // Windows editors write a byte order mark.
      yield Buffer.from(isHead ? line.replace(/^\xef\xbb\xbf/, '') : line, 'latin1');
      isHead = false;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(fileFault(error, file), { cause: error });
  }
}

/** Second pass, after validation: the documents for the index, each with the id found in the first pass. */
export async function* documentsOf(
  { file, index }: Pick<Target, 'file' | 'index'>,
  { ids, isMapped }: Pick<Checked, 'ids' | 'isMapped'>,
): AsyncGenerator<{ id: string; text: string }> {
  let at = 0;
  for await (const bytes of linesOf(file)) {
    const text = bytes.toString();
    if (text.trim() === '') continue;
    const id = ids[at];
    if (id === undefined) throw new Error(`${file} has grown since it was checked`);
    at += 1;
    const mapped = (): string => JSON.stringify(fromExporter(index, JSON.parse(text) as Loaded));
    yield { id, text: isMapped ? mapped() : text };
  }
}

const vectorFields = ['characteristics_vector', 'description_vector'] as const;
type VectorSizes = Partial<Record<(typeof vectorFields)[number], number>>;

export interface Checked {
  count: number;
  /** Lines such as `line 12, id 501, price_gross[0].price: expected a number, found "12,50"`. */
  faults: readonly string[];
  /** Fields that the shop never reads, often misspelled names. */
  unread: readonly string[];
  vectorSizes: VectorSizes;
  /** True if a document has another format than the shop's, like those of Odoo's exporter. */
  isMapped: boolean;
  /** Fields that no document fills, with the feature that this disables. */
  off: readonly string[];
  /** Ids of all documents, in line order. */
  ids: readonly string[];
}

/** Known fields that no schema of the shop names: they serve other readers of the index, or have an older name. */
const alsoKnown = new Set(['meta_keywords', 'route_from_categ_ids', 'model']);

class FileCheck {
  readonly faults: string[] = [];
  readonly unread = new Set<string>();
  readonly vectorSizes: VectorSizes = {};
  count = 0;
  private isMapped = false;
  private readonly filled = new Set<string>();
  private readonly lineOfId = new Map<string, number>();
  private readonly mainsOfKey = new Map<string, number>();

  constructor(private readonly index: IndexName) {}

  add(bytes: Buffer, line: number): void {
    const text = bytes.toString();
    if (text.trim() === '') return;
    if (!isUtf8(bytes)) this.faults.push(`line ${line}: bytes that are no UTF-8, as of Latin-1`);
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (error) {
      this.faults.push(`line ${line}: no JSON (${error instanceof Error ? error.message : ''})`);
      return;
    }
    const schema = documentSchemas[this.index];
    if (typeof document !== 'object' || document === null || Array.isArray(document)) {
      this.faults.push(`line ${line}: expected one document, an object`);
      return;
    }
    this.count += 1;
    const fields = fromExporter(this.index, document as Loaded);
    this.isMapped ||= fields !== document;
    noteFilled(fields, this.filled);
    const id = String(fields['id']);
    const say = (message: string): void =>
      void this.faults.push(`line ${line}, id ${id}, ${message}`);
    for (const { path, message } of faultsOf(schema, fields)) say(`${path}: ${message}`);
    const before = this.lineOfId.get(id);
    if (before === undefined) this.lineOfId.set(id, line);
    else say(`id: line ${before} has the same`);
    for (const key of Object.keys(fields))
      if (!(key in schema.shape) && !alsoKnown.has(key)) this.unread.add(key);
    if (this.index === 'products') this.addProduct(fields, say);
  }

  private addProduct(fields: Loaded, say: (message: string) => void): void {
    const key = fields['url_key'];
    if (typeof key === 'string')
      this.mainsOfKey.set(key, (this.mainsOfKey.get(key) ?? 0) + (fields['main'] === true ? 1 : 0));
    for (const name of vectorFields) {
      const vector: unknown = fields[name];
      if (!Array.isArray(vector)) continue;
      if (vector.every((one) => one === 0)) say(`${name}: only zeros; leave it out instead`);
      const size = (this.vectorSizes[name] ??= vector.length);
      if (size !== vector.length) say(`${name}: ${vector.length} numbers, ${size} in lines before`);
    }
  }

  finish(): Checked {
    for (const [key, mains] of this.mainsOfKey)
      if (mains !== 1)
        this.faults.push(
          `url_key ${key}: ${mains} of its documents are \`main\`, exactly one has to be`,
        );
    if (this.count === 0 && neverEmpty.includes(this.index))
      this.faults.push('no document: the shop would have nothing to show');
    const { count, faults, vectorSizes, isMapped } = this;
    const ids = [...this.lineOfId.keys()];
    const off = this.index === 'products' ? switchedOff(this.filled) : [];
    return { count, faults, unread: [...this.unread].sort(), vectorSizes, isMapped, off, ids };
  }
}

export async function checkFile({ file, index }: Target): Promise<Checked> {
  const check = new FileCheck(index);
  let line = 0;
  for await (const bytes of linesOf(file)) {
    line += 1;
    check.add(bytes, line);
  }
  return check.finish();
}
