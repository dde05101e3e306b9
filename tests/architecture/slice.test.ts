/** The guide to a new slice shows code that compiles, from templates/slice (`npm run check`). */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = 'templates/slice';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.\w+$/.test(name),
);
const guide = readFileSync('docs/adding-a-slice.md', 'utf8');

const bare = (code: string): string => code.replace(/\s+/g, ' ').trim();

it('OPS-03 every code block of docs/adding-a-slice.md is part of a file of templates/slice', () => {
  const sources = files.map((name) => bare(readFileSync(`${folder}/${name}`, 'utf8')));
  const blocks = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => bare(code));
  expect(blocks).toHaveLength(3);
  expect(blocks.filter((block) => !sources.some((source) => source.includes(block)))).toEqual([]);
});

it('OPS-03 docs/adding-a-slice.md names every file of templates/slice', () => {
  const isNamed = (name: string): boolean =>
    guide.includes(`\`${name.replace(/^locales\/\w+\//, 'locales/{fr,nl,en}/')}\``);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => !isNamed(name))).toEqual([]);
});
