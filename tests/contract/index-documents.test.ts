/** Checks of `npm run index` before anything is loaded, and the example documents for exporters. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFile, documentsOf } from '../../tools/index/documents';
import { faultsOf } from '../../tools/index/faults';
import { readOptions } from '../../tools/index/options';
import { documentSchemas } from '../../tools/index/schemas';
import { createWorld } from '../../sandbox/seed/create-world';
import type { IndexName } from '../../sandbox/world';
import { commandFile } from '../support/command-file';

const folder = mkdtempSync(join(tmpdir(), 'shop-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Fields = Record<string, unknown>;

const guide = readFileSync('docs/operating/index.md', 'utf8');
const examples = new Map<IndexName, Fields>(
  [...guide.matchAll(/<!-- example: (\w+) -->\s+```json\n([\s\S]*?)```/g)].map(
    ([, name = '', json = '']) => [name as IndexName, JSON.parse(json) as Fields],
  ),
);
const example = (name: IndexName): Fields => structuredClone(examples.get(name) ?? {});

function fileOf(alias: string, documents: readonly unknown[]): string {
  const file = join(folder, `${alias}.jsonl`);
  const lines = documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
const checked = (index: IndexName, documents: readonly unknown[]) =>
  checkFile({
    file: fileOf(`${index}_fr_be`, documents),
    alias: `${index}_fr_be`,
    index,
    lang: 'fr',
  });

function command(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [commandFile('tools/load-index.ts'), ...args],
    { env: { ...process.env, SEARCH_URL: '' } },
  );
  return { status, said: `${stdout.toString()}${stderr.toString()}` };
}

describe('documents of the search indices', () => {
  it.each(Object.keys(documentSchemas) as IndexName[])(
    'SRCH-01 the guide’s example of %s is complete and valid',
    async (index) => {
      const document = example(index);
      expect(faultsOf(documentSchemas[index], document)).toEqual([]);
      expect(Object.keys(document)).toEqual(
        expect.arrayContaining(Object.keys(documentSchemas[index].shape)),
      );
      const { count, faults, unread } = await checked(index, [document]);
      expect({ count, faults, unread }).toEqual({ count: 1, faults: [], unread: [] });
    },
  );

  it('SRCH-01 OPS-06 documents of Odoo’s own exporter are indexed, and the report says which parts of the shop they switch off', async () => {
    const shared = { model: { name: 'Gaze' }, url_key: 'gaze', variant_count: 1, categories: [] };
    const line = {
      ...shared,
      id: 61,
      main: true,
      name: 'Gaze (10 cm)',
      short_name: '10 cm',
      sku: 'GAZ-10',
      redirect_url_key: [],
      variant_attributes: { width: '10 cm' },
      price: { value: 4.5, tax_included: false, original_value: 5, discount: 10 },
      price_by_pricelist: { 5: { value: 4.2, tax_included: false, original_value: 4.5 } },
      stock: { north: { qty: 3 }, south: { qty: 4 } },
      images: [{ thumb: { src: 'https://media.example.test/g.jpg', alt: '', sequence: 0 } }],
    };
    const dumped = { _index: 'odoo_products_fr_be', _id: '61', _source: line };
    for (const one of [line, dumped]) {
      const found = await checked('products', [one]);
      expect(found).toMatchObject({ count: 1, faults: [], unread: [], ids: ['61'] });
      expect(found.off.join('\n')).toContain('filters by species');
      expect(found.off.join('\n')).not.toContain('pictures');
      const target = { file: fileOf('products_fr_be', [one]), index: 'products' } as const;
      for await (const { text } of documentsOf(target, found))
        expect(JSON.parse(text)).toMatchObject({
          id: 61,
          stock: { global: { qty: 7, state: 'in_stock' } },
          images: [{ small: { src: 'https://media.example.test/g.jpg' } }],
          price_gross: [{ pricelist: '5', min_quantity: 0, price: 4.2 }],
        });
    }
    expect((await checked('products', [example('products')])).off).toEqual([]);
  });

  it('SRCH-01 a fault in a document is reported with line, id and field, at any depth, even if the shop would ignore the fault', async () => {
    const wrong = example('products');
    wrong['main'] = 'yes';
    wrong['create_date'] = '31/12/2026';
    wrong['pricegross'] = [];
    Object.assign((wrong['price_gross'] as Fields[])[0] ?? {}, { price: '42,10' });
    Object.assign((wrong['supplier_discount'] as Fields[])[0] ?? {}, { date_end: 'juillet' });
    const nameless: Fields = { ...example('products'), id: 502, url_key: null };
    const { faults, unread, count } = await checked('products', [wrong, '{"id": 5', nameless]);
    const id = String(wrong['id']);
    expect(count).toBe(2);
    expect(faults).toEqual(
      expect.arrayContaining([
        `line 1, id ${id}, main: expected true or false, found "yes"`,
        `line 1, id ${id}, create_date: expected a date such as 2026-07-31 or 2026-07-31T12:00:00, found "31/12/2026"`,
        expect.stringMatching(
          new RegExp(`^line 1, id ${id}, price_gross\\[0\\]\\.price: .*found "42,10"$`),
        ),
        expect.stringMatching(/^line 1, .*supplier_discount\[0\]\.date_end: .*"juillet"$/),
        expect.stringMatching(/^line 2: no JSON/),
        expect.stringMatching(/^line 3, id 502, url_key: .*null$/),
        expect.stringMatching(/^url_key \S+: 0 of its documents are `main`/),
      ]),
    );
    expect(unread).toEqual(['pricegross']);
  });

  it('SRCH-01 a url_key without a reachable URL is a fault in products and categories', async () => {
    const keys = ['/lead', 'x/', 'a//b', 'a/../c', '..', './a', 'a/b', 'a..b', '...', '.a/é ?#%'];
    for (const index of ['products', 'categories'] as const) {
      const documents = keys.map((url_key, at) => ({ ...example(index), id: at + 1, url_key }));
      const { faults } = await checked(index, documents);
      expect(faults).toEqual(
        keys
          .slice(0, 6)
          .map(
            (key, at) =>
              `line ${at + 1}, id ${at + 1}, url_key: expected no slash at either end, no empty part, no part of dots, found "${key}"`,
          ),
      );
    }
  });

  it('SRCH-01 bytes that are not UTF-8 are a fault of their line; a Unicode replacement character is not', async () => {
    const documents = [1, 2].map((id) => ({
      ...example('categories'),
      id,
      name: 'Bébé \u2028 \ufffd',
    }));
    const file = fileOf('categories_fr_be', documents);
    const target = { file, alias: 'categories_fr_be', index: 'categories', lang: 'fr' } as const;
    expect(await checkFile(target)).toMatchObject({ count: 2, faults: [] });
    const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, Buffer.concat([Buffer.from(`${first}\n`), Buffer.from(second, 'latin1')]));
    expect((await checkFile(target)).faults).toEqual([
      expect.stringMatching(/^line 2: bytes that are no UTF-8/),
    ]);
  });

  it('SRCH-01 npm run index checks constraints between documents: ids, main variant, vector sizes', async () => {
    const one = example('products');
    const other = { ...example('products'), description_vector: [1, 2], main: true };
    const { faults, vectorSizes } = await checked('products', [one, other]);
    expect(faults).toEqual([
      expect.stringContaining('id: line 1 has the same'),
      expect.stringContaining('description_vector: 2 numbers, 4 in lines before'),
      expect.stringContaining('2 of its documents are `main`'),
    ]);
    expect(vectorSizes).toEqual({ characteristics_vector: 4, description_vector: 4 });
    expect((await checked('products', [])).faults).toEqual([
      expect.stringContaining('no document'),
    ]);
    expect((await checked('info_banners', [])).faults).toEqual([]);
  });

  it('SRCH-01 Odoo’s false, null and missing keys all count as empty, and are valid', () => {
    const document: Fields = { ...example('products'), barcode: false, best_before_date: null };
    delete document['links'];
    expect(faultsOf(documentSchemas.products, document)).toEqual([]);
  });

  it('SRCH-01 LOY-01 every document of the sample world is valid, unusual ones included', async () => {
    const world = createWorld({ mediaBase: 'http://media.invalid', products: 300 });
    for (const index of Object.keys(documentSchemas) as IndexName[])
      expect({ index, ...(await checked(index, [...world.documents(index, 'fr')])) }).toMatchObject(
        {
          index,
          faults: [],
        },
      );
  });

  it('SRCH-01 npm run index can check without loading, decompresses files, and has exit codes for faults, usage and files', () => {
    const good = fileOf('categories_nl_be', [example('categories')]);
    const packed = join(folder, 'loyalty_programs_en_us.jsonl.gz');
    writeFileSync(packed, gzipSync(`${JSON.stringify(example('loyalty_programs'))}\n`));
    const fine = command(good, packed, '--check');
    expect(fine).toMatchObject({ status: 0 });
    expect(fine.said).toContain('loyalty_programs_en_us.jsonl.gz: 1 documents, 0 faults');

    const bad = fileOf('advertisements_fr_be', [{ id: 9 }]);
    const faulty = command(bad, '--check');
    expect(faulty.status).toBe(1);
    expect(faulty.said).toMatch(/line 1, id 9, name: is missing/);
    expect(faulty.said).toContain('nothing was loaded');

    const wrong = command();
    expect(wrong.status).toBe(64);
    expect(wrong.said).toBe('index: give a folder or files (see --help)\n');
    expect(command('--help').said).toContain('Usage: npm run index');
    const away = command(good, '--url', 'http://127.0.0.1:2');
    expect(away.status).toBe(2);
    expect(away.said).toContain('ECONNREFUSED');
  });

  it('SRCH-01 a Windows text file is accepted; a truncated file or one of another kind is named', async () => {
    const at = (name: string): string => join(folder, name);
    const two = [example('categories'), { ...example('categories'), id: 2, url_key: 'two' }];
    const text = `\uFEFF${two.map((one) => JSON.stringify(one)).join('\r\n')}\r\n`;
    writeFileSync(at('categories_en_us.jsonl'), text);
    const target = { file: at('categories_en_us.jsonl'), alias: 'categories_en_us' };
    const seen = await checkFile({ ...target, index: 'categories', lang: 'en' });
    expect(seen).toMatchObject({ count: 2, faults: [] });
    const sent = [];
    for await (const { text: line } of documentsOf({ ...target, index: 'categories' }, seen))
      sent.push(line);
    expect(sent).toEqual(two.map((one) => JSON.stringify(one)));

    const noise = [...Array(3000).keys()].map((id) => JSON.stringify({ id, key: Math.sin(id) }));
    const packed = gzipSync(noise.join('\n'));
    const broken: [name: string, bytes: Uint8Array | string, said: string][] = [
      ['categories_fr_be.jsonl.gz', packed.subarray(0, packed.length / 2), 'ends in the middle'],
      ['categories_fr_be.jsonl.gz', 'no gzip', 'is no gzip file, or is damaged'],
      ['categories_fr_be.jsonl', Buffer.from('\uFEFF{}', 'utf16le'), 'is UTF-16; expected UTF-8'],
    ];
    for (const [name, bytes, said] of broken) {
      writeFileSync(at(name), bytes);
      const wanted = { file: at(name), alias: 'categories_fr_be' };
      await expect(checkFile({ ...wanted, index: 'categories', lang: 'fr' })).rejects.toThrow(
        `${at(name)} ${said}`,
      );
    }
  });

  it('SRCH-01 an unreadable or duplicate file does not hide the faults of others', () => {
    const mixed = mkdtempSync(join(folder, 'mixed-'));
    const put = (name: string, bytes: Uint8Array | string): void =>
      writeFileSync(join(mixed, name), bytes);
    put('advertisements_fr_be.jsonl', Buffer.from('\uFEFF{}', 'utf16le'));
    put('advertisements_nl_be.jsonl', '{"id":9}\n');
    put('categories_nl_be.jsonl', `${JSON.stringify(example('categories'))}\n`);
    put('categories_nl_be.jsonl.gz', gzipSync(''));
    put('produits_fr_be.jsonl', '');
    const { status, said } = command(mixed, '--check');
    expect(status).toBe(2);
    for (const line of [
      'advertisements_fr_be.jsonl is UTF-16; expected UTF-8',
      'line 1, id 9, name: is missing',
      'categories_nl_be.jsonl.gz: a second file for categories_nl_be',
      'produits_fr_be.jsonl: its name is none of products_fr_be',
      'categories_nl_be.jsonl: 1 documents, 0 faults',
    ])
      expect(said).toContain(line);
  });

  it('SRCH-01 the report names ignored files of a folder, and indices without a file', () => {
    const exported = mkdtempSync(join(folder, 'exported-'));
    const names = ['products_fr_be.jsonl', 'products_nl_be.json', 'products_en_us.jsonl.zip'];
    for (const name of names) writeFileSync(join(exported, name), '');
    const notesOf = (given: string): readonly string[] => {
      const read = readOptions([given, '--check'], {});
      return read === 'help' ? [] : read.notes;
    };
    const notes = notesOf(exported);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain(`${join(exported, 'products_en_us.jsonl.zip')}, `);
    expect(notes[0]).toContain(join(exported, 'products_nl_be.json'));
    expect(notes[1]).toContain(
      'remain unchanged: products_nl_be, products_en_us, categories_fr_be',
    );
    expect(notesOf(join(exported, 'products_fr_be.jsonl'))).toEqual([]);
  });

  it('SRCH-01 wrong and duplicate file names and other argument errors are reported before any file is opened', () => {
    const good = fileOf('categories_nl_be', [example('categories')]);
    const unknown = fileOf('produits_fr_be', []);
    const asked =
      (...args: string[]) =>
      () =>
        readOptions(args, {});
    expect(asked(unknown, good, good, '--check')()).toMatchObject({
      slips: [
        expect.stringContaining('its name is none of products_fr_be'),
        expect.stringContaining('a second file'),
      ],
    });
    expect(asked(good)).toThrow('SEARCH_URL or --url');
    expect(asked(good, '--replicas', 'many', '--check')).toThrow('--replicas many');
    expect(asked(join(folder, 'nowhere'), '--check')).toThrow('no such file or folder');
    expect(asked(good, '--chek')).toThrow();
    const named = readOptions([unknown, '--check'], { SEARCH_INDEX_PRODUCTS: 'produits' });
    expect(named).toMatchObject({ to: null, targets: [{ index: 'products', lang: 'fr' }] });
  });
});
