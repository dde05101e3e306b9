import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../observe/logger';
import { keepFiles } from './earlier-files';

const folder = mkdtempSync(join(tmpdir(), 'shop-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const clientFolder = join(folder, 'build');
mkdirSync(join(clientFolder, 'assets'), { recursive: true });

const log = createLogger({ level: 'silent', version: 'test' });
const store = join(folder, 'data', 'shop.db');
const keep = (free: number): string | null =>
  keepFiles({ clientFolder, store, now: new Date(), log, free: () => free });
const kept = (): string[] => readdirSync(join(folder, 'data', 'client', 'assets')).sort();

describe('keepFiles: assets of earlier builds', () => {
  it('P-69 assets of earlier builds are stored and served, but none are added when the disk is nearly full', () => {
    writeFileSync(join(clientFolder, 'assets', 'one.js'), '1');
    expect(keep(1e9)).toBe(join(folder, 'data', 'client'));
    writeFileSync(join(clientFolder, 'assets', 'two.js'), '2');
    expect(keep(1e6)).toBe(join(folder, 'data', 'client'));
    expect(kept()).toEqual(['one.js']);
    keep(1e9);
    expect(kept()).toEqual(['one.js', 'two.js']);
  });
});
