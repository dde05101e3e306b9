/** What a page and the files it names weigh on the line: Brotli, without header lines, pictures apart. */
import { get } from 'node:http';
import type { Visitor } from './visitor';

export interface WeighedFile {
  name: string;
  bytes: number;
}

export interface PageWeight {
  html: number;
  css: number;
  drawings: number;
  /** Each script that this page runs, with what it imports. */
  scripts: readonly WeighedFile[];
  script: number;
  all: number;
  requests: number;
  /** Addresses of all files beside the page itself. */
  files: readonly string[];
}

function bytesOf(url: URL, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br', cookie };
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => {
        if (answer.statusCode === 200 && answer.headers['content-encoding'] === 'br')
          resolve(bytes);
        else reject(new Error(`${url.href}: ${answer.statusCode}, not as Brotli`));
      });
    }).on('error', reject);
  });
}

const staticImport = /(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g;
const lateImport = /\bimport\(\s*"(\.\/[^"]+\.js)"\s*\)/g;

/** A script with everything it imports; what it imports late only where the page has a use for it. */
async function withImports(visitor: Visitor, path: string, late: boolean): Promise<string[]> {
  const found = new Set([path]);
  for (const one of found) {
    const { text } = await visitor.get(one);
    const imports = [...text.matchAll(staticImport), ...(late ? text.matchAll(lateImport) : [])];
    for (const [, name = ''] of imports) found.add(new URL(name, `http://x${one}`).pathname);
  }
  return [...found];
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
  const running = await Promise.all(entries.map((one) => withImports(visitor, one, isCustomer)));
  const [css, drawings, scripts, html] = await Promise.all([
    weighed(named('link[rel=stylesheet]', 'href')),
    weighed(named('use', 'href')),
    weighed(running.flat()),
    bytesOf(url, cookie),
  ]);
  const files = [...css, ...drawings, ...scripts];
  return {
    html,
    css: sum(css),
    drawings: sum(drawings),
    scripts,
    script: sum(scripts),
    all: html + sum(files),
    requests: 1 + files.length,
    files: files.map(({ name }) => name),
  };
}
