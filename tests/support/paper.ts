/** A printed page: the words of its PDF with their boxes, page by page. */
import { execFileSync } from 'node:child_process';
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

/** Decodes the barcodes of a printed page, as a scanner does; null if the program is unavailable. */
export async function paperScanner(): Promise<((page: Printable) => Promise<string[]>) | null> {
  const scanner = await neededProgram('zbarimg', 'zbar-tools');
  const drawer = await neededProgram('pdftoppm', 'poppler-utils');
  if (scanner === null || drawer === null) {
    process.stdout.write(
      'zbarimg is missing and cannot be installed: no printed bars are scanned\n',
    );
    return null;
  }
  return async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'paper-'));
    try {
      const pdf = await page.pdf({ preferCSSPageSize: true });
      execFileSync(drawer, ['-r', '300', '-png', '-', join(folder, 'page')], { input: pdf });
      const pictures = readdirSync(folder).map((name) => join(folder, name));
      const read = execFileSync(scanner, ['--quiet', '--raw', ...pictures]).toString();
      return read.split('\n').filter(Boolean);
    } finally {
      rmSync(folder, { recursive: true });
    }
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
