import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../tests/support/free-port';
import { ConfigFault, readConfig } from '../config';
import { envFileSlips } from './env-file';
import { readStartConfig } from './free-ports';
import { secretNames } from './secret-files';

const folder = mkdtempSync(join(tmpdir(), 'shop-startup-'));
const good: Record<string, string> = {
  CONFIG_DIR: folder,
  ERP_URL: 'http://erp.example/api',
  SEARCH_URL: 'http://search.example:9200',
  OIDC_ISSUER: 'http://id.example',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'a-client-secret',
  SESSION_SECRET: 'x'.repeat(32),
};
const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults;
    throw error;
  }
  return [];
};
const fileWith = (text: string | Buffer): string => {
  const file = join(folder, `secret-${Math.random()}`);
  writeFileSync(file, text);
  return file;
};

describe('secrets from files', () => {
  const values: Readonly<Record<string, string>> = {
    REDIS_URL: 'redis://cache.example:6379',
    SESSION_SECRET: 'y'.repeat(40),
    SUPPORT_PASSWORD: 'a long password',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=from a file',
    OIDC_CLIENT_KEY: generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .trim(),
  };
  const read: Readonly<Record<string, unknown>> = {
    OTEL_EXPORTER_OTLP_HEADERS: { 'x-key': 'from a file' },
  };

  it.each(secretNames)('CFG-01 %s is read from the file that its _FILE setting names', (name) => {
    const { [name]: left, ...rest } = good;
    const value = values[name] ?? 'from a file';
    const needed = name === 'SEARCH_PASSWORD' ? { SEARCH_USERNAME: 'reader' } : {};
    const config = readConfig({ ...rest, ...needed, [`${name}_FILE`]: fileWith(`${value}\n`) });
    expect(config[name]).toEqual(read[name] ?? value);
    expect(config[name]).not.toBe(left);
  });

  it('CFG-01 a missing or empty secret file, and a setting given as file and as value, are one fault each', () => {
    const { SESSION_SECRET, ...rest } = good;
    expect(SESSION_SECRET).toBeDefined();
    expect(faultsOf({ ...rest, SESSION_SECRET_FILE: join(folder, 'nowhere') })).toEqual([
      `SESSION_SECRET_FILE: ${join(folder, 'nowhere')} cannot be read (ENOENT)`,
    ]);
    const empty = fileWith('\n');
    expect(faultsOf({ ...rest, SESSION_SECRET_FILE: empty })).toEqual([
      `SESSION_SECRET_FILE: ${empty} is empty`,
    ]);
    expect(faultsOf({ ...good, SESSION_SECRET_FILE: fileWith('z'.repeat(32)) })).toEqual([
      'SESSION_SECRET_FILE: given beside SESSION_SECRET; give one of them',
    ]);
  });

  it('CFG-01 a secret from a file is masked in faults like one from the environment', () => {
    const { SESSION_SECRET, ...rest } = good;
    expect(SESSION_SECRET).toBeDefined();
    const faultText = faultsOf({
      ...rest,
      SESSION_SECRET_FILE: fileWith('too-short-a-secret'),
    }).join();
    expect(faultText).toContain('SESSION_SECRET: (secret, 18 characters) given');
    expect(faultText).not.toContain('too-short');
  });
});

describe('combined startup faults', () => {
  it('CFG-01 one message reports METRICS_PORT equal to PORT, a number out of range, a scheme in a host and a missing secret', () => {
    const { SESSION_SECRET, ...rest } = good;
    expect(SESSION_SECRET).toBeDefined();
    const faults = faultsOf({
      ...rest,
      PORT: '4000',
      METRICS_PORT: '4000',
      DRAIN_SECONDS: '99999',
      PAYMENT_HOSTS: 'pay.example:8443, https://pay.example/form',
    });
    expect(faults).toHaveLength(4);
    const faultText = faults.join('\n');
    expect(faultText).toContain('METRICS_PORT: 4000 given, which is PORT');
    expect(faultText).toContain(
      'DRAIN_SECONDS: "99999" given; expected a whole number from 0 to 60',
    );
    expect(faultText).toMatch(/PAYMENT_HOSTS: .*without https:\/\/ and path/);
    expect(faultText).toContain('SESSION_SECRET: not given (');
    expect(faultsOf({ ...good, PORT: '99999' })[0]).toContain('from 1 to 65535');
  });

  it.each([
    'pay.example',
    'pay.example:8443',
    'localhost:8069',
    '[::1]:443',
    'a.example b.example',
  ])('CFG-01 PAYMENT_HOSTS accepts %s', (hosts) => {
    expect(faultsOf({ ...good, PAYMENT_HOSTS: hosts })).toEqual([]);
  });

  it('CFG-01 SHELL-06 LINK_HOSTS accepts the same hosts as PAYMENT_HOSTS', () => {
    expect(faultsOf({ ...good, LINK_HOSTS: 'Suivi.example, media.example:8443' })).toEqual([]);
    expect(faultsOf({ ...good, LINK_HOSTS: 'https://suivi.example' })[0]).toMatch(/^LINK_HOSTS: /);
  });

  it('CFG-01 REDIS_MODE and REDIS_URL must match', () => {
    expect(faultsOf({ ...good, REDIS_MODE: 'cluster' })[0]).toContain('REDIS_URL: not given');
    const two = 'redis://a.example:6379,redis://b.example:6379';
    expect(faultsOf({ ...good, REDIS_URL: two })[0]).toContain('REDIS_MODE: single');
    expect(faultsOf({ ...good, REDIS_URL: two, REDIS_MODE: 'sentinel' })).toEqual([]);
    expect(faultsOf({ ...good, REDIS_URL: `${two},http://c`, REDIS_MODE: 'cluster' })[0]).toContain(
      'expected redis:// or rediss://',
    );
  });

  it('CFG-01 Elasticsearch settings allow one way to sign in and require readable certificates', () => {
    expect(faultsOf({ ...good, SEARCH_USERNAME: 'reader' })[0]).toContain('without the other');
    const both = { SEARCH_API_KEY: 'k', SEARCH_USERNAME: 'reader', SEARCH_PASSWORD: 'p' };
    expect(faultsOf({ ...good, ...both })[0]).toContain('give one of them');
    expect(faultsOf({ ...good, SEARCH_CA_FILE: join(folder, 'no.pem') })[0]).toContain('ENOENT');
    const [pem = ''] = rootCertificates;
    expect(readConfig({ ...good, SEARCH_CA_FILE: fileWith(pem) }).searchCa).toEqual([pem]);
    const half = fileWith(`${pem}\n${pem.slice(0, 400)}`);
    for (const file of [fileWith('the path of another file'), half])
      expect(faultsOf({ ...good, SEARCH_CA_FILE: file })).toEqual([
        `SEARCH_CA_FILE: ${file} holds no certificate; expected a text with -----BEGIN CERTIFICATE-----`,
      ]);
  });
});

describe('files for --env-file', () => {
  const faults = (bytes: string | Buffer): string[] =>
    envFileSlips(['--env-file-if-exists=/no/where', `--env-file=${fileWith(bytes)}`]);

  it('CFG-01 envFileSlips reports a secret that Node cuts off at a # and a file in UTF-16', () => {
    expect(faults('ERP_URL=http://erp\nSESSION_SECRET=ab#cdefgh\n')).toEqual([
      expect.stringMatching(/^SESSION_SECRET: in .* a # stands in it, and Node reads no further/),
    ]);
    expect(faults(Buffer.from('\uFEFFERP_URL=http://erp\n', 'utf16le'))).toEqual([
      expect.stringMatching(/UTF-16, of which no setting is read/),
    ]);
    const well = ['# SESSION_SECRET=a#b', 'OIDC_CLIENT_SECRET="a#b"', 'REDIS_PASSWORD=ab # ours'];
    expect(faults([...well, 'OIDC_CLIENT_ID=a#b', ''].join('\r\n'))).toEqual([]);
  });
});

describe('ports', () => {
  const taken = createServer();
  afterEach(() => new Promise((resolve) => taken.close(resolve)));

  it('CFG-01 an occupied METRICS_PORT or PORT is reported with the other faults', async () => {
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const { port } = taken.address() as AddressInfo;
    const { SESSION_SECRET, ...rest } = good;
    expect(SESSION_SECRET).toBeDefined();
    const settings = { ...rest, PORT: String(port), METRICS_PORT: String(port) };
    await expect(readStartConfig(settings)).rejects.toMatchObject({
      faults: [
        expect.stringContaining('SESSION_SECRET: not given'),
        expect.stringContaining('METRICS_PORT'),
        `PORT: ${port} given; another process listens there`,
        `METRICS_PORT: ${port} given; another process listens there`,
      ],
    });
    await expect(readStartConfig({ ...good, METRICS_PORT: String(port) })).rejects.toThrow(
      'another process listens there',
    );
  });

  it.each([
    ['nonsense.invalid', /^METRICS_HOST: "nonsense.invalid" given; a name /],
    ['192.0.2.7', /^METRICS_HOST: "192.0.2.7" given; no address of this machine$/],
    ['!!', /^METRICS_HOST: "!!" given; expected a host name or an address /],
  ])(
    'CFG-01 METRICS_HOST %s is reported as one fault under its own name, with the other faults',
    async (host, fault) => {
      const PORT = String(await freePort());
      const METRICS_PORT = String(await freePort());
      const slips = { PORT, METRICS_PORT, METRICS_HOST: host, ERP_URL: 'htp://erp.example' };
      const faults = await readStartConfig({ ...good, ...slips }).then(
        () => [],
        (error: unknown) => (error instanceof ConfigFault ? error.faults : []),
      );
      expect([...faults].sort()).toEqual([
        expect.stringMatching(/^ERP_URL: /),
        expect.stringMatching(fault),
      ]);
    },
  );
});
