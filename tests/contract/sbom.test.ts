/** The bill of materials of what is shipped (P-99), from the lock file as operators make it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string().regex(/^1\.\d$/),
  components: z.array(
    z.object({ name: z.string(), version: z.string(), purl: z.string(), 'bom-ref': z.string() }),
  ),
});
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/;

it('P-99 npm run sbom is CycloneDX of every package that is shipped, in its one version', () => {
  const made = spawnSync('npm', ['run', '-s', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(made.status, made.stderr).toBe(0);
  const { components } = Bom.parse(JSON.parse(made.stdout));
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const named = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
  for (const { name, version, purl } of components) {
    expect(version, name).toMatch(exact);
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
  }
  const shipped = packages['']?.dependencies ?? {};
  expect(Object.keys(shipped).length).toBeGreaterThan(20);
  for (const [name, wanted] of Object.entries(shipped)) {
    expect(wanted, name).toMatch(exact);
    expect(named.has(`${name}@${wanted}`), name).toBe(true);
  }
  for (const tool of ['vitest', 'eslint', 'prettier', '@remix-run/dev'])
    expect(components.map(({ name }) => name)).not.toContain(tool);
});

it('P-99 every package of the lock file has one version and the digest of its bytes', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    if (path === '') continue;
    expect(version, path).toMatch(exact);
    expect(integrity, path).toMatch(/^sha512-/);
  }
});
