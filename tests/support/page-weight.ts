/**
 * Transferred bytes of a page and its files: compressed with Brotli, without headers; pictures are counted separately.
 */
import { get } from 'node:http';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { Visitor } from './visitor';

interface WeighedFile {
  name: string;
  bytes: number;
}

export interface PageWeight {
  html: number;
  css: number;
  drawings: number;
  /** Scripts that the page loads at once, each with its imports. */
  scripts: readonly WeighedFile[];
  script: number;
  /** Files that those scripts may load later. */
  later: readonly WeighedFile[];
  /** The complete style sheet, which a page with inline styles loads for later pages. */
  laterSheet: number;
  /** All bytes of a first view, until the first input. */
  all: number;
  requests: number;
  /** URLs of all files besides the page itself. */
  files: readonly string[];
}

function bodyOf(url: URL, cookie: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br', cookie };
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (answer.statusCode === 200 && answer.headers['content-encoding'] === 'br')
          resolve(Buffer.concat(chunks));
        else reject(new Error(`${url.href}: ${answer.statusCode}, not as Brotli`));
      });
    }).on('error', reject);
  });
}

const bytesOf = async (url: URL, cookie: string): Promise<number> =>
  (await bodyOf(url, cookie)).length;

/** Text that a browser can decode from the first `bytes` of a body. */
function readable(body: Buffer, bytes: number): string {
  const finishFlush = constants.BROTLI_OPERATION_FLUSH;
  return brotliDecompressSync(body.subarray(0, bytes), { finishFlush }).toString();
}

/** Number of bytes that must arrive before a browser can show what precedes each of these texts. */
export async function bytesBefore(
  visitor: Visitor,
  path: string,
  words: readonly string[],
): Promise<number[]> {
  const { url } = await visitor.get(path);
  const body = await bodyOf(url, await visitor.jar.getCookieString(url.href));
  const html = brotliDecompressSync(body).toString();
  return words.map((word) => {
    if (!html.includes(word)) throw new Error(`${path} has no ${word}`);
    let [least, most] = [1, body.length];
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      if (readable(body, middle).includes(word)) most = middle;
      else least = middle + 1;
    }
    return least;
  });
}

const staticImport = /(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g;
const lateImport = /\bimport\(\s*"(\.\/[^"]+\.js)"\s*\)/g;

/** A script with its static imports, and its dynamic imports. */
async function withImports(
  visitor: Visitor,
  path: string,
): Promise<{ first: string[]; later: string[] }> {
  const first = new Set([path]);
  const later = new Set<string>();
  for (const found of [first, later]) {
    for (const one of found) {
      const { text } = await visitor.get(one);
      const named = (pattern: RegExp): string[] =>
        [...text.matchAll(pattern)].map(
          ([, name = '']) => new URL(name, `http://x${one}`).pathname,
        );
      for (const name of named(staticImport)) if (!first.has(name)) found.add(name);
      for (const name of named(lateImport)) if (!first.has(name)) later.add(name);
    }
  }
  return { first: [...first], later: [...later] };
}

const words = /\/islands-/;
/** Loaded by the second page of a visit, after a failed script, or when the camera or a photo is used. */
const notOfThisPage = /\/(entry\.again|script-guard|camera|photo)-/;
/** Loaded only if the page contains this selector. */
const wantedBy: readonly (readonly [script: RegExp, selector: string])[] = [
  [/\/scan-island-/, '[data-scan]'],
  [/\/form-rows-/, '[data-row]'],
  [/\/entry\.some-/, '[data-copy],form[data-filters],#cart-waits'],
];
const ofCustomers = /\/(entry\.customer|islands)-/;

/** The island's texts are loaded in one language: the longest file counts. */
function inOneLanguage(files: readonly WeighedFile[]): WeighedFile[] {
  const texts = files.filter(({ name }) => words.test(name));
  const [longest] = texts.sort((a, b) => b.bytes - a.bytes);
  return files.filter((one) => !words.test(one.name) || one === longest);
}

const sum = (files: readonly WeighedFile[]): number =>
  files.reduce((total, { bytes }) => total + bytes, 0);

export async function weigh(visitor: Visitor, path: string): Promise<PageWeight> {
  const { dom, url } = await visitor.get(path);
  const cookie = await visitor.jar.getCookieString(url.href);
  const named = (selector: string, attribute: string): string[] => [
    ...new Set(
      dom.querySelectorAll(selector).flatMap((one) => {
        const [address = ''] = (one.getAttribute(attribute) ?? '').split('#');
        return address.startsWith('/') ? [address] : [];
      }),
    ),
  ];
  const weighed = (paths: readonly string[]): Promise<WeighedFile[]> =>
    Promise.all(
      paths.map(async (name) => ({ name, bytes: await bytesOf(new URL(name, url), cookie) })),
    );
  const entries = named('script[type=module]', 'src');
  const isCustomer = dom.querySelector('cart-island') !== null;
  const running = await Promise.all(entries.map((one) => withImports(visitor, one)));
  const late = running.flatMap(({ later }) => later);
  const [, sheet] = dom.querySelector('#later-sheet')?.innerHTML.match(/href="([^"]+)"/) ?? [];
  const [css, drawings, scripts, later, html, laterSheets] = await Promise.all([
    weighed(named('link[rel=stylesheet]', 'href')),
    weighed(named('use', 'href')),
    weighed(running.flatMap(({ first }) => first)),
    weighed(
      late.filter(
        (name) =>
          (isCustomer || !ofCustomers.test(name)) &&
          !notOfThisPage.test(name) &&
          wantedBy.every(([script, selector]) => !script.test(name) || dom.querySelector(selector)),
      ),
    ),
    bytesOf(url, cookie),
    weighed(sheet === undefined ? [] : [sheet]),
  ]);
  const files = [...css, ...drawings, ...scripts];
  return {
    html,
    css: sum(css),
    drawings: sum(drawings),
    scripts,
    script: sum(scripts),
    later: inOneLanguage(later),
    laterSheet: sum(laterSheets),
    all: html + sum(files),
    requests: 1 + files.length,
    files: files.map(({ name }) => name),
  };
}
