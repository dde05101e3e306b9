/** The bill of materials of the shipped packages (P-99), generated from the lock file by the operator's command. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { listening } from '../support/listening';

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

it('P-99 npm run tool -- sbom lists every shipped package with its version as CycloneDX', () => {
  const made = spawnSync('npm', ['run', '-s', 'tool', '--', 'sbom'], {
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

it('P-99 every package in the lock file has one version and an integrity hash', () => {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    if (path === '') continue;
    expect(version, path).toMatch(exact);
    expect(integrity, path).toMatch(/^sha512-/);
  }
});

interface Published {
  at: string;
  deprecated?: string;
}
/** A registry with these packages in version 1.0.0; everything else is 404. */
function registryOf(packages: Readonly<Record<string, Published>>, advisories: object | null) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    asked.push(`${request.method ?? ''} ${name}`);
    const version = '1.0.0';
    const known = packages[name];
    const document = known && {
      name,
      'dist-tags': { latest: version },
      time: { [version]: known.at },
      versions: {
        [version]: {
          name,
          version,
          deprecated: known.deprecated,
          dist: { tarball: `http://127.0.0.1/${name}.tgz` },
        },
      },
    };
    const body = name.endsWith('advisories/bulk') ? advisories : document;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  });
  return { server, asked };
}

it('P-99 npm run tool -- packages reports young, deprecated and vulnerable packages of the lock file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-packages-'));
  const now = Date.now();
  const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toISOString();
  const packages = {
    '@vet/old': { at: daysAgo(7.1) },
    young: { at: daysAgo(6.9) },
    gone: { at: daysAgo(400), deprecated: 'no longer kept' },
    tool: { at: daysAgo(0) },
  };
  const advisories = {
    '@vet/old': [
      {
        id: 1,
        url: 'about:blank',
        title: 'x',
        severity: 'high',
        vulnerable_versions: '<2',
        cwe: [],
        cvss: { score: 8, vectorString: null },
      },
    ],
  };
  const locked = Object.keys(packages).map(
    (name) => [`node_modules/${name}`, { version: '1.0.0', dev: name === 'tool' }] as const,
  );
  const dependencies = { '@vet/old': '1.0.0', young: '1.0.0', gone: '1.0.0' };
  const root = { name: 'shop', version: '1.0.0', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  const lock = {
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': root, ...Object.fromEntries(locked) },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));

  async function examined(
    registry: ReturnType<typeof registryOf>,
    ...words: string[]
  ): Promise<[code: number | null, said: string[], progress: string]> {
    const port = await listening(registry.server);
    const script = resolve('tools/package-ages.ts');
    const command = spawn(
      process.execPath,
      ['--import', resolve('node_modules/tsx/dist/loader.mjs'), script, ...words],
      {
        cwd: folder,
        env: {
          ...process.env,
          npm_config_cache: join(folder, `cache-${port}`),
          npm_config_fetch_retries: '0',
          npm_config_registry: `http://127.0.0.1:${port}/`,
        },
      },
    );
    let said = '';
    command.stdout.on('data', (text: Buffer) => (said += text.toString()));
    let progress = '';
    command.stderr.on('data', (text: Buffer) => (progress += text.toString()));
    const code = await new Promise<number | null>((done) => command.once('close', done));
    registry.server.close();
    return [code, said.trim().split('\n').sort(), progress];
  }

  const all = await examined(registryOf(packages, advisories), '--all');
  expect(all).toEqual([
    1,
    [
      '4 packages asked about: 4 found, 0 not checked (young is below 7 days)',
      'advisory    @vet/old *: high',
      'deprecated  gone@1.0.0: no longer kept',
      expect.stringMatching(/^young {7}tool@1\.0\.0: since \d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^young {7}young@1\.0\.0: since/),
    ],
    'asks the registry about 4 packages, 4 at once\n',
  ]);
  const { '@vet/old': old, gone } = packages;
  const shipped = registryOf({ '@vet/old': old, gone }, null);
  const some = await examined(shipped, '--except', 'gone@1.0.0');
  expect(some).toEqual([
    2,
    [
      '3 packages asked about: 0 found, 2 not checked (young is below 7 days)',
      'not checked advisories: the registry answers no question about them',
      expect.stringMatching(/^not checked young@1\.0\.0: Not Found/),
    ],
    'asks the registry about 3 packages, 4 at once\n',
  ]);
  expect(shipped.asked).not.toContain('GET tool');
  rmSync(folder, { recursive: true, force: true });
});
