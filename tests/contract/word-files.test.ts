import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOperatorWords } from '../../server/operator-words';
import { builtInWords } from '../../app/storefront/search/words/built-in.server';
import { keysOf, wordsOf } from '../../app/storefront/search/words/folding';
import { packed, unpacked } from '../../app/storefront/search/words/prepared-file';
import { conceptAt, prepareWords } from '../../app/storefront/search/words/prepared-words';
import { checkWordFile, parseWordFile } from '../../app/storefront/search/words/word-file';
import { wordFiles } from '../../app/storefront/search/words/word-files.server';
import { numbersUnder } from '../../app/storefront/search/words/word-table';

const folder = mkdtempSync(join(tmpdir(), 'shop-words-'));
mkdirSync(join(folder, 'words'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (word: string): string =>
  JSON.stringify({ concepts: [{ id: 'one', words: [word], means: { categories: ['Gants'] } }] });

describe('word files', () => {
  it('SRCH-07 the built-in vocabulary files are valid, and use the same concept ids in all languages', () => {
    const files = (['fr', 'nl', 'en'] as const).map(builtInWords);
    for (const file of files) expect(checkWordFile(file).faults).toEqual([]);
    const [fr, nl, en] = files.map(({ concepts }) => new Set(concepts.map(({ id }) => id)));
    const shared = [...(fr ?? [])].filter((id) => nl?.has(id) && en?.has(id));
    expect(shared.length).toBeGreaterThan(1_500);
  });

  it('SRCH-07 P-76 the compiled form of a vocabulary file has the same content as the file', () => {
    const file = builtInWords('nl');
    const words = prepareWords(file, 'nl');
    const read = unpacked(packed(words));
    expect(read).toEqual(words);
    expect(file.concepts.map((_concept, number) => conceptAt(read, number))).toEqual(file.concepts);
    // A key that no word has finds nothing, spaces included.
    for (const key of ['', ' ', '~', 'zzzz', '\u{10ffff}'])
      expect(numbersUnder(read.keys, key), key).toHaveLength(0);
    for (const [
      number,
      {
        id,
        words: [word = ''],
      },
    ] of file.concepts.entries()) {
      expect([...numbersUnder(read.ids, id)]).toEqual([number]);
      const [exact] = keysOf(wordsOf(word), 'nl');
      expect([...numbersUnder(read.keys, exact)], word).toContain(number);
    }
  });

  it('SRCH-07 P-67 the vocabulary of a language takes about two megabytes, outside the garbage collector', () => {
    const sizeOf = (value: unknown): number =>
      ArrayBuffer.isView(value)
        ? value.byteLength
        : typeof value === 'object' && value !== null
          ? Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 0)
          : 0;
    for (const locale of ['fr', 'nl', 'en'] as const) {
      const words = unpacked(packed(prepareWords(builtInWords(locale), locale)));
      expect(sizeOf(words)).toBeLessThan(2.2e6);
      expect(JSON.stringify(words.lists).length + JSON.stringify(words.labels).length).toBeLessThan(
        1e5,
      );
    }
  });

  it('SRCH-07 every fault of a vocabulary file is reported with its position', () => {
    const { faults } = parseWordFile(
      JSON.stringify({
        concepts: [
          { id: 'Bad Id', words: [], means: {} },
          { id: 'a', words: ['x'], means: { colours: ['red'] } },
        ],
        strange: 1,
      }),
    );
    expect(faults.length).toBeGreaterThan(3);
    expect(faults.join('\n')).toContain('concepts.0.id');
    expect(parseWordFile('{').faults).toHaveLength(1);
  });

  it('SRCH-07 a vocabulary file with lists of earlier versions is valid, and one with another list is not', () => {
    const concepts = [{ id: 'one', words: ['gant'], means: { categories: ['Gants'] } }];
    const { file } = checkWordFile({ concepts, alone: ['gant'], circumstances: [], parts: [] });
    expect(file).toMatchObject({ concepts });
    expect(Object.keys(file ?? {})).not.toContain('alone');
    expect(checkWordFile({ concepts, stray: [] }).faults).not.toEqual([]);
  });

  it('SRCH-07 an operator’s vocabulary file is loaded without a restart; while it is invalid, the last valid one is used, with one log line', async () => {
    let now = 0;
    const lines: { event: string; faults?: readonly string[] }[] = [];
    const log = {
      info: (fields: { event: string }) => void lines.push(fields),
      warn: (fields: { event: string; faults: string[] }) => void lines.push(fields),
    };
    const operatorWords = createOperatorWords(folder, { now: () => new Date(now) });
    const source = wordFiles({ context: { operatorWords, log } });
    const words = async (): Promise<string | undefined> => {
      now += 60_000;
      return conceptAt(await source.words('fr'), 0).words[0];
    };
    const path = join(folder, 'words', 'fr.json');
    const builtIn = builtInWords('fr').concepts[0]?.words[0];
    expect(await words()).toBe(builtIn);
    writeFileSync(path, fileOf('mitaine'));
    expect(await words()).toBe('mitaine');
    writeFileSync(path, '{"concepts":[{"id":"!"}]}');
    expect(await words()).toBe('mitaine');
    expect(await words()).toBe('mitaine');
    writeFileSync(path, fileOf('moufle longue'));
    expect(await words()).toBe('moufle longue');
    rmSync(path);
    expect(await words()).toBe(builtIn);
    expect(lines.map(({ event }) => event)).toEqual(['words.read', 'words.refused', 'words.read']);
    expect(lines[1]?.faults?.length).toBeGreaterThan(1);
  });

  it('SRCH-07 while a vocabulary file is unreadable, its last valid content is used; a deleted file is no longer used', async () => {
    let now = 0;
    const operatorWords = createOperatorWords(folder, { now: () => new Date(now) });
    const read = () => {
      now += 60_000;
      return operatorWords.read('nl');
    };
    const path = join(folder, 'words', 'nl.json');
    writeFileSync(path, fileOf('want'));
    const first = await read();
    expect(first?.text).toContain('want');
    // A folder instead of the file exists, but cannot be read.
    rmSync(path);
    mkdirSync(path);
    expect(await read()).toEqual(first);
    rmSync(path, { recursive: true });
    expect(await read()).toBeNull();
  });
});
