import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isBuilt, noteSources } from '../../tools/bundle/built-sources';

it('OPS-01 a second demo serves the existing build, and rebuilds once a source has changed', () => {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  for (const folder of ['app', 'build', 'tests']) mkdirSync(join(root, folder));
  const source = join(root, 'app', 'root.tsx');
  writeFileSync(source, 'one');
  expect(isBuilt(root, '0.1.0+a')).toBe(false);
  noteSources(root, '0.1.0+a');
  // The source file is written again with the same text, as when a developer switches branches and back.
  utimesSync(source, 0, 0);
  writeFileSync(join(root, 'tests', 'one.test.ts'), 'no part of the build');
  expect(isBuilt(root, '0.1.0+a')).toBe(true);
  expect(isBuilt(root, '0.1.0+b')).toBe(false);
  writeFileSync(source, 'two');
  expect(isBuilt(root, '0.1.0+a')).toBe(false);
  rmSync(root, { recursive: true });
});
