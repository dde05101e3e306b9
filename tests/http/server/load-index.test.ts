/** `npm run index` while pages are read: indices are switched and no page fails. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexName, Lang } from '../../../sandbox/world';
import { commandFile } from '../../support/command-file';
import { startTestShop, type TestShop } from '../../support/shop';
import { listening } from '../../support/listening';

const folder = mkdtempSync(join(tmpdir(), 'shop-load-index-'));
const suffixes = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' } as const;
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes export files: the sample world with a changed name for every product. */
function write(word: string): void {
  const indices: IndexName[] = ['products', 'categories'];
  for (const lang of ['fr', 'nl', 'en'] as Lang[])
    for (const index of indices) {
      const lines = [...shop.sandbox.world.documents(index, lang)].map((document) =>
        JSON.stringify(
          index === 'products'
            ? { ...document, name: `${word} ${String(document['name'])}` }
            : document,
        ),
      );
      writeFileSync(join(folder, `${index}_${suffixes[lang]}.jsonl`), `${lines.join('\n')}\n`);
    }
}

const index = (...args: string[]) => indexAt(shop.sandbox.search.url, ...args);

function indexAt(url: string, ...args: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(
    process.execPath,
    [commandFile('tools/load-index.ts'), folder, '--url', url, ...args],
    { env: { ...process.env, SEARCH_URL: '' } },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, said })));
}

async function indices(): Promise<string[]> {
  const answer = await fetch(`${shop.sandbox.search.url}/products_fr_be,products_fr_be-*`);
  return Object.keys((await answer.json()) as Record<string, unknown>).sort();
}

/** Reads pages until the command ends; each URL is different, so that no cache answers. */
async function readPagesUntil<T>(ended: Promise<T>): Promise<{ result: T; pages: number }> {
  const reading = { on: true };
  const finished = ended.finally(() => (reading.on = false));
  const visitor = shop.visitor();
  let pages = 0;
  for (; reading.on || pages < 10; pages += 1) {
    const page = await visitor.get(`/fr/search?page=1&_=${pages}`);
    expect(page.status).toBe(200);
    expect(page.dom.querySelectorAll('a[href*="/p/"]').length).toBeGreaterThan(0);
  }
  return { result: await finished, pages };
}

/** A proxy before the search server that lets the first two loads create their first index at the same time. */
function meetingPlace(): Server {
  const waiting: (() => void)[] = [];
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const pass = (): void => {
        const { method = '', url = '', headers } = request;
        const type = headers['content-type'] ?? 'application/json';
        const body = chunks.length > 0 ? { body: Buffer.concat(chunks).toString() } : {};
        const asked = { method, headers: { 'content-type': type }, ...body };
        void fetch(shop.sandbox.search.url + url, asked).then(async (answer) => {
          response.statusCode = answer.status;
          response.end(await answer.text());
        });
      };
      if (request.method !== 'PUT' || waiting.length > 1) return pass();
      waiting.push(pass);
      if (waiting.length === 2) for (const one of waiting) one();
    });
  });
}

describe('npm run index', () => {
  it('SRCH-01 npm run index leaves foreign indices alone, prints its plan, and adopts them with --adopt', async () => {
    write('Neuf');
    const before = await indices();
    const refused = await index();
    expect(refused.status).toBe(2);
    expect(refused.said).toMatch(/leads to \S+-1, which was not loaded here; with --adopt/);
    const tried = await index('--adopt', '--dry-run');
    expect(tried.status).toBe(0);
    expect(tried.said).toContain(
      'products_fr_be → products_fr_be-2; products_fr_be-1 remains, without the alias',
    );
    expect(await indices()).toEqual(before);
  });

  it('SRCH-01 npm run index switches all aliases at once while pages are read: none fails, and all show the new data', async () => {
    write('Neuf');
    const { result, pages } = await readPagesUntil(index('--adopt'));
    expect(result, result.said).toMatchObject({ status: 0 });
    expect(pages).toBeGreaterThanOrEqual(10);
    expect(await indices()).toEqual(['products_fr_be-1', 'products_fr_be-2']);
    const page = await shop.visitor().get('/fr/search?q=Neuf');
    expect(page.words()).toContain('Neuf');
  });

  it('SRCH-01 a second load replaces the first; of two at once one is rejected; a faulty load changes nothing', async () => {
    write('Encore');
    const server = meetingPlace();
    const url = `http://127.0.0.1:${await listening(server)}`;
    const both = await Promise.all([indexAt(url), indexAt(url)]);
    server.closeAllConnections();
    server.close();
    both.sort((a, b) => Number(a.status) - Number(b.status));
    expect(both[0]).toMatchObject({ status: 0 });
    expect(both[1]).toMatchObject({
      status: 2,
      said: expect.stringMatching(
        /-\d+ was created concurrently: another load is running/,
      ) as string,
    });
    const page = await shop.visitor().get('/fr/search?q=Encore');
    expect(page.words()).toContain('Encore');
    expect(await indices()).toEqual(['products_fr_be-1', 'products_fr_be-3']);
    writeFileSync(join(folder, 'products_fr_be.jsonl'), '{"id": "x"}\n');
    expect(await index()).toMatchObject({ status: 1 });
    expect(await indices()).toEqual(['products_fr_be-1', 'products_fr_be-3']);
  });
});
