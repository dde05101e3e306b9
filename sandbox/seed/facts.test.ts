import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('trade facts pass their check', () => {
  const script = fileURLToPath(new URL('./facts/check.mjs', import.meta.url));
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toContain('no faults');
});
