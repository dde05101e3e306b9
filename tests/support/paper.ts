/** A printed page: the words of its PDF with their boxes, page by page. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neededProgram } from '../../tools/system-package';

/** A page of any driver. */
interface Printable {
  pdf(options: { preferCSSPageSize: boolean }): Promise<Uint8Array>;
}

interface Word {
  text: string;
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Paper {
  pages: number;
  /** In points. */
  width: number;
  height: number;
  words: readonly Word[];
  text: string;
}

/** Null if the program is missing and cannot be installed; a log line then says what is not tested. */
export async function paperReader(): Promise<((page: Printable) => Promise<Paper>) | null> {
  const program = await neededProgram('pdftotext', 'poppler-utils');
  if (program === null) {
    process.stdout.write('pdftotext is missing and cannot be installed: paper is not looked at\n');
    return null;
  }
  return async (page) => {
    const pdf = await page.pdf({ preferCSSPageSize: true });
    return readBoxes(execFileSync(program, ['-bbox', '-', '-'], { input: pdf }).toString());
  };
}

/** Decoders of other projects than the shop's own reader; each prints one code per line. */
const decoders = {
  zbar: { program: 'zbarimg', from: 'zbar-tools', options: ['--quiet', '--raw'] },
  /** Reads only DataMatrix. Stops a search on a page after this time. */
  libdmtx: {
    program: 'dmtxread',
    from: 'dmtx-utils',
    options: ['--newline', '--milliseconds=4000'],
  },
};

/** Prints the page at 203 dpi, the coarsest resolution of common printers. `use` gets one PNG file per sheet. */
export async function printedSheets<T>(
  page: Printable,
  use: (files: readonly string[]) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'));
  try {
    const pdf = await page.pdf({ preferCSSPageSize: true });
    execFileSync('pdftoppm', ['-r', '203', '-png', '-', join(folder, 'page')], { input: pdf });
    return await use(readdirSync(folder).map((name) => join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Decodes the barcodes of printed sheets as a scanner does; null if a program is unavailable. */
export async function sheetScanner(
  name: keyof typeof decoders,
): Promise<((files: readonly string[]) => string[]) | null> {
  const { program, from, options } = decoders[name];
  const scanner = await neededProgram(program, from);
  if (scanner === null || (await neededProgram('pdftoppm', 'poppler-utils')) === null) {
    process.stdout.write(`${program} is missing and cannot be installed: its bars are not read\n`);
    return null;
  }
  return (files) => {
    // Both programs end with 1 when a sheet has no code that they read.
    const { stdout } = spawnSync(scanner, [...options, ...files]);
    return stdout.toString().split('\n').filter(Boolean);
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function readBoxes(boxes: string): Paper {
  const words: Word[] = [];
  let pages = 0;
  let [width, height] = [0, 0];
  for (const line of boxes.split('\n')) {
    const sheet = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line);
    if (sheet) [pages, width, height] = [pages + 1, Number(sheet[1]), Number(sheet[2])];
    const word =
      /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/.exec(
        line,
      );
    if (!word) continue;
    const [, left, top, right, bottom, raw = ''] = word;
    const text = raw.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
    words.push({
      text,
      page: pages,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    });
  }
  return { pages, width, height, words, text: words.map(({ text }) => text).join(' ') };
}

/** Pairs of overlapping words; adjacent lines may touch, because of ascenders and descenders. */
export function overlaps({ words }: Paper): string[] {
  const found: string[] = [];
  for (const [index, one] of words.entries())
    for (const other of words.slice(index + 1)) {
      if (other.page !== one.page) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const line = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (across > 1 && down > line * 0.4) found.push(`${one.text} / ${other.text}`);
    }
  return found;
}
