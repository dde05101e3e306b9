/** compose.yaml and deploy/: every named image, port, variable and file exists and is used by what they start. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { tools } from '../../tools/commands';
import {
  exampleEnvironment,
  pageWithSettings,
  settingsPage,
} from '../../tools/generate-settings-docs';
import { settingNames, settings } from '../../server/settings';
import { secretNames } from '../../server/startup/secret-files';

const Text = z.union([z.string(), z.number()]).transform(String);
const Service = z.object({
  image: z.string().optional(),
  build: z
    .union([
      z.string(),
      z.object({ target: z.string(), args: z.record(z.string(), Text).optional() }),
    ])
    .optional(),
  profiles: z.array(z.string()),
  command: z.array(Text).optional(),
  entrypoint: z.array(Text).optional(),
  environment: z.record(z.string(), Text).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  mem_limit: z.string(),
  restart: z.string(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
});
const source = readFileSync('compose.yaml', 'utf8');
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ environment: z.string() })),
});
const compose = Compose.parse(parse(source, { merge: true }));
const services = Object.entries(compose.services);
const dockerfile = readFileSync('Dockerfile', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const proxy = readFileSync('deploy/proxy/haproxy.cfg', 'utf8');

/** Host path or file of `host:container[:ro]`; a variable in it may contain a colon. */
const mountOf = (volume: string) => {
  const [from = '', to = ''] = volume.split(':');
  return { from, to };
};

describe('compose.yaml', () => {
  it('OPS-08 P-67 compose.yaml has profiles for the single shop and the full set, and every service is in one', () => {
    const names = (profile: string) =>
      services.filter(([, one]) => one.profiles.includes(profile)).map(([name]) => name);
    expect(names('shop')).toEqual(['shop']);
    for (const name of [
      'shop-one',
      'shop-two',
      'proxy',
      'redis',
      'search',
      'identity',
      'erp-stand-in',
      'prometheus',
      'alertmanager',
      'grafana',
    ])
      expect(names('whole')).toContain(name);
    for (const [name, { profiles }] of services) expect(profiles.length, name).toBe(1);
  });

  it('OPS-01 P-67 compose.yaml requires no setting of the full set when only the single shop starts', () => {
    // Compose interpolates the whole file before it applies profiles, so a required variable would fail every profile.
    // A missing secret only affects the services that use it.
    expect(source.match(/\$\{\w+:?\?[^}]*\}/g)).toBeNull();
    for (const [service, needed] of [
      ['search', ['search_password']],
      ['identity', ['keycloak_admin_password', 'oidc_client_secret']],
      ['grafana', ['grafana_admin_password']],
    ] as const)
      expect(compose.services[service]?.secrets, service).toEqual(needed);
  });

  it('OPS-01 P-67 compose.yaml gives the shop a read-only file system, no privileges, and time to shut down', () => {
    const shops = services.filter(([name]) => name.startsWith('shop'));
    expect(shops.map(([name]) => name)).toEqual(['shop', 'shop-one', 'shop-two']);
    for (const [name, service] of shops) {
      expect([service.read_only, service.tmpfs, service.cap_drop], name).toEqual([
        true,
        ['/tmp'],
        ['ALL'],
      ]);
      // All data is on the volume.
      expect(
        service.volumes.some((volume) => volume.endsWith(':/data')),
        name,
      ).toBe(true);
      const drain = Number(service.environment['DRAIN_SECONDS'] ?? settings.DRAIN_SECONDS.fallback);
      expect(parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(drain + 25);
    }
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM '))).toMatch(/^USER 10001:10001$/m);
  });

  it('OPS-08 P-67 compose.yaml limits memory and rotates the log of every service', () => {
    for (const [name, service] of services) {
      expect(service.mem_limit, name).toMatch(/^\d+m$/);
      expect(service.logging.options['max-size'], name).toMatch(/^\d+m$/);
    }
  });

  it('OPS-08 P-67 compose.yaml pins each image by version, or builds a stage of the Dockerfile with the commit', () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
    for (const [name, { image = '', build }] of services) {
      expect(image, name).toMatch(/:\S+$/);
      expect(image, name).not.toMatch(/:latest$/);
      if (typeof build === 'object') expect(stages, name).toContain(build.target);
    }
    const [, shop] = services.find(([name]) => name === 'shop') ?? [];
    expect(typeof shop?.build === 'object' && Object.keys(shop.build.args ?? {})).toEqual([
      'BUILD_COMMIT',
      'NODE_IMAGE',
    ]);
    expect(dockerfile).toContain('ARG BUILD_COMMIT');
  });

  it('OPS-08 P-67 compose.yaml builds every image from NODE_IMAGE, by default that of the Dockerfile', () => {
    const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '';
    const bases = services.flatMap(([, { build }]) =>
      typeof build === 'object' ? [build.args?.['NODE_IMAGE']] : [],
    );
    expect(bases.length).toBeGreaterThan(3);
    expect(new Set(bases)).toEqual(new Set([`\${NODE_IMAGE:-${base}}`]));
  });

  it('OPS-08 P-67 compose.yaml mounts existing files and named volumes', () => {
    for (const [name, { volumes }] of services) {
      for (const { from } of volumes.map(mountOf)) {
        if (from.startsWith('./')) expect(existsSync(from), `${name}: ${from}`).toBe(true);
        else expect(Object.keys(compose.volumes), name).toContain(from);
      }
    }
    const used = services.flatMap(([, { volumes }]) => volumes.map((one) => mountOf(one).from));
    for (const volume of Object.keys(compose.volumes)) expect(used).toContain(volume);
  });

  it('OPS-08 SHELL-04 compose.yaml mounts a custom brand where the image looks for it', () => {
    const file = 'deploy/compose/own-brand.yaml';
    const { services: added } = z
      .object({ services: z.record(z.string(), z.object({ volumes: z.array(z.string()) })) })
      .parse(parse(readFileSync(file, 'utf8')));
    expect(Object.keys(added)).toEqual(['shop']);
    const [mount = ''] = added['shop']?.volumes ?? [];
    expect(dockerfile).toContain(`CONFIG_DIR=${mountOf(mount).to} `);
    expect(readFileSync('docs/operating/install.md', 'utf8')).toContain(`-f ${file}`);
  });

  it('OPS-08 P-67 compose.yaml runs scripts that exist in its mounts', () => {
    for (const [name, { entrypoint = [], volumes, environment }] of services) {
      for (const path of [...entrypoint, ...Object.values(environment)].filter((word) =>
        /^\/.*\.\w+$/.test(word),
      )) {
        if (path.startsWith('/run/') || path.startsWith('/tls/')) continue;
        const mount = volumes
          .map(mountOf)
          .find(({ to }) => path === to || path.startsWith(`${to}/`));
        expect(mount, `${name}: ${path}`).toBeDefined();
        if (mount)
          expect(existsSync(join(mount.from, path.slice(mount.to.length))), path).toBe(true);
      }
    }
  });

  it('OPS-08 CFG-01 compose.yaml passes only existing settings, and passes secrets as files', () => {
    const known = new Set<string>([...settingNames, 'NODE_EXTRA_CA_CERTS']);
    const files = new Set<string>(secretNames.map((name) => `${name}_FILE`));
    for (const name of ['shop-one', 'shop-two']) {
      const { environment = {}, secrets = [] } = compose.services[name] ?? {};
      for (const [variable, value] of Object.entries(environment)) {
        if (files.has(variable)) expect(secrets).toContain(value.replace('/run/secrets/', ''));
        else expect(known, variable).toContain(variable);
      }
      for (const secret of secrets)
        expect(settingNames).toContain(compose.secrets[secret]?.environment);
    }
    for (const { environment } of Object.values(compose.secrets))
      expect(example).toContain(`${environment}=`);
  });

  it('OPS-07 compose.yaml publishes each instance’s support page on loopback only, and with a password', () => {
    const whole = { SUPPORT_PASSWORD_FILE: '/run/secrets/support_password' };
    for (const [name, port, password] of [
      ['shop', '${METRICS_PORT:-9464}:${METRICS_PORT:-9464}', {}],
      ['shop-one', '9464:9464', whole],
      ['shop-two', '9465:9464', whole],
    ] as const) {
      const { environment, ports } = compose.services[name] ?? {};
      expect(environment, name).toMatchObject({ METRICS_HOST: '0.0.0.0', ...password });
      expect(ports).toContain(`127.0.0.1:${port}`);
    }
  });

  it('OPS-08 P-67 compose.yaml uses the ports on which the services listen', () => {
    const ports: Readonly<Record<string, readonly string[]>> = {
      'shop-one': ['3000', '9464'],
      'shop-two': ['3000', '9464'],
      redis: ['6379'],
      search: ['9200'],
      identity: ['8080'],
      prometheus: ['9090'],
      alertmanager: ['9093'],
      'erp-stand-in': ['4101', '4104'],
      proxy: ['8405'],
    };
    const targets = ['shop', 'proxy', 'alertmanager'].map((job) =>
      readFileSync(`deploy/prometheus/targets/${job}.json`, 'utf8'),
    );
    const grafana = readFileSync('deploy/grafana/provisioning/datasources/prometheus.yml', 'utf8');
    const texts = [
      ...services.flatMap(([, one]) => Object.values(one.environment)),
      ...targets,
      grafana,
    ];
    let seen = 0;
    for (const text of texts)
      for (const [, host = '', port = ''] of text.matchAll(/\b([a-z][a-z-]+):(\d{4})\b/g)) {
        if (host === 'localhost') continue;
        seen += 1;
        expect(ports[host], `${host}:${port}`).toContain(port);
      }
    expect(seen).toBeGreaterThan(12);
    const published = compose.services['proxy']?.ports.map((one) => one.split(':')[0]) ?? [];
    const { environment = {} } = compose.services['proxy'] ?? {};
    for (const name of ['SHOP_HTTP_PORT', 'SHOP_HTTPS_PORT', 'IDENTITY_HTTPS_PORT'])
      expect(published).toContain(environment[name]);
  });

  it('OPS-08 P-67 compose.yaml passes the proxy exactly the variables of its configuration', () => {
    const read = new Set([...proxy.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? ''));
    expect([...read].sort()).toEqual(
      Object.keys(compose.services['proxy']?.environment ?? {}).sort(),
    );
    // Listens on IPv4 and IPv6, so that IPv6-only browsers can connect.
    const binds = proxy.split('\n').filter((line) => line.trim().startsWith('bind '));
    expect(binds).toHaveLength(4);
    for (const line of binds) expect(line).toMatch(/^ {2}bind "\$\{PROXY_ADDRESS\}:.* v4v6/);
    expect(compose.services['proxy']?.environment['PROXY_ADDRESS']).toBe('::');
    expect(proxy).toContain('unavailable.html');
    expect(existsSync('deploy/proxy/unavailable.html')).toBe(true);
  });

  it('CFG-01 compose.yaml uses only variables that .env.example explains', () => {
    const asked = [...source.matchAll(/\$\{(\w+)[:}]/g)].map(([, name]) => name ?? '');
    expect(asked.length).toBeGreaterThan(5);
    for (const name of asked) expect(example, name).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });

  it('OPS-08 P-67 compose.yaml starts the stand-ins of the sandbox with existing scripts of package.json', () => {
    const scripts = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts;
    const words = services.flatMap(
      ([, { command = [] }]) => /npm run -s tool -- (\S+)/.exec(command.join(' '))?.[1] ?? [],
    );
    expect(words.sort()).toEqual(['erp-stand-in', 'seed-search']);
    expect(scripts).toHaveProperty('tool');
    for (const word of words) expect(tools).toHaveProperty(word);
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const folder of ['sandbox', 'tools', 'deploy']) expect(ignored).not.toContain(folder);
  });

  it('OPS-08 P-67 the shell scripts of compose.yaml have valid syntax', () => {
    for (const file of ['deploy/proxy/certificate.sh', 'deploy/redis/start.sh']) {
      expect(statSync(file).size).toBeGreaterThan(100);
      execFileSync('sh', ['-n', file]);
    }
  });
});

describe('generated settings documents', () => {
  it('CFG-01 .env.example and the settings page match the settings (npx tsx tools/generate-settings-docs.ts)', async () => {
    expect(example).toBe(exampleEnvironment());
    const page = readFileSync(settingsPage, 'utf8');
    expect(page).toBe(await pageWithSettings(page));
  });
});
