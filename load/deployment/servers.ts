/** All servers of compose.yaml as processes from packages, with the configuration files that compose mounts. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Agent, setGlobalDispatcher } from 'undici';
import { z } from 'zod';
import { createAdministrator } from '../../tests/support/keycloak/admin';
import { missingTools, unpackServer } from '../../tests/support/elasticsearch/distribution';
import {
  installedServer,
  JAVA_OPTIONS,
  missingTools as missingForKeycloak,
} from '../../tests/support/keycloak/distribution';
import { CONFORMANCE_CLIENT } from '../../tests/support/keycloak/realm';
import { freePort } from '../../tests/support/free-port';
import { neededProgram } from '../../tools/system-package';
import { readSet } from './compose-set';
import { answers, bareEnvironment, server, type Server } from './process';
import type { Customer } from './shopper';

/** Servers that already run. The deployment shares them with other users and does not kill them. */
export interface GivenServers {
  /** The address of Elasticsearch. */
  search: string;
  /** The address of Keycloak, with the tests' administrator account. */
  identity: string;
}

export interface WholeSet {
  url: string;
  folder: string;
  shops: readonly [Server, Server];
  /** The deployment's own servers besides the proxy, in the order in which they are killed. */
  mortal: readonly Server[];
  /** Replaces an instance with the build in `folder`, as a deploy does: SIGTERM, wait, start. */
  deploy(shop: Server, folder: string): Promise<void>;
  version(at: 0 | 1): Promise<string>;
  erpUrl: string;
  /**
   * Returns an access token, obtained as an integrator does for `npm run conformance` (docs/operating/conformance.md).
   */
  tokenOf(customer: Customer): Promise<string>;
  stop(): Promise<void>;
}

/** Returns why the deployment cannot start on this machine, or null. */
export async function missingForSet(): Promise<string | null> {
  for (const program of ['haproxy', 'redis-server', 'openssl'])
    if (!(await neededProgram(program))) return `${program} is not installed`;
  return (await missingTools()) ?? (await missingForKeycloak());
}

const addresses = [
  'shop-one:3000',
  'shop-two:3000',
  'redis:6379',
  'search:9200',
  'identity:8080',
  'erp-stand-in:4101',
  'erp-stand-in:4104',
];

/** Prepares a Keycloak that stores its data in files, so that a crash does not sign customers out. Built only once. */
async function keycloakHome(folder: string): Promise<string> {
  const published = await installedServer();
  const built = `${published}-files`;
  if (!existsSync(built)) {
    const scratch = `${built}-${process.pid}`;
    cpSync(published, scratch, { recursive: true });
    rmSync(join(scratch, 'data'), { recursive: true, force: true });
    execFileSync('sh', [join(scratch, 'bin', 'kc.sh'), 'build', '--db=dev-file'], {
      env: { ...bareEnvironment(), JAVA_OPTS: JAVA_OPTIONS },
      stdio: 'pipe',
    });
    renameSync(scratch, built);
  }
  const home = join(folder, 'keycloak');
  cpSync(built, home, { recursive: true });
  return home;
}

const publicHost = 'localhost';

/** The realm to use in a shared Keycloak. */
const ownRealm = 'whole';
/** The index prefix to use in a shared Elasticsearch. */
const ownIndices = 'whole_';

const indexSettings = {
  SEARCH_INDEX_PRODUCTS: `${ownIndices}products`,
  SEARCH_INDEX_CATEGORIES: `${ownIndices}categories`,
  SEARCH_INDEX_INFO_BANNERS: `${ownIndices}info_banners`,
  SEARCH_INDEX_ADVERTISEMENTS: `${ownIndices}advertisements`,
  SEARCH_INDEX_LOYALTY_PROGRAMS: `${ownIndices}loyalty_programs`,
};

/** Creates compose's realm in a running Keycloak, with the variables that Keycloak itself would fill in. */
function realmAt(url: string) {
  const administrator = createAdministrator(url);
  let isMade = false;
  return {
    async make(file: string, variables: Readonly<Record<string, string>>): Promise<void> {
      const text = readFileSync(file, 'utf8').replace(
        /\$\{(\w+)\}/g,
        (_all, name: string) => variables[name] ?? '',
      );
      await administrator.makeRealm({
        ...z.record(z.string(), z.unknown()).parse(JSON.parse(text)),
        realm: ownRealm,
        attributes: { frontendUrl: variables['KC_HOSTNAME'] },
      });
      isMade = true;
    },
    remove: async () => (isMade ? administrator.removeRealm(ownRealm) : undefined),
  };
}

const portIn = (address: string): number => Number(new URL(address).port);

export async function startWholeSet(options: {
  products: number;
  say: (line: string) => void;
  given?: GivenServers;
}): Promise<WholeSet> {
  const { say, given } = options;
  const folder = mkdtempSync(join(tmpdir(), 'shop-whole-'));
  chmodSync(folder, 0o755);
  const all: Server[] = [];
  const realm = given ? realmAt(given.identity) : null;
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((one) => one.kill()));
    await realm?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  // The handlers are installed this early because servers that are still starting would otherwise outlive an
  // interrupted run.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  const [https, plain, identityHttps, proxyMetrics, shopMetricsOne, shopMetricsTwo] =
    await Promise.all(Array.from({ length: 6 }, freePort));
  const ports: Record<string, number> = {};
  for (const address of addresses) ports[address] = await freePort();
  if (given) {
    ports['search:9200'] = portIn(given.search);
    ports['identity:8080'] = portIn(given.identity);
  }
  const portOf = (address: string): number => ports[address] ?? 0;
  const url = `https://${publicHost}:${https}`;

  const secrets = {
    session_secret: 'SESSION_SECRET',
    oidc_client_secret: 'OIDC_CLIENT_SECRET',
    redis_password: 'REDIS_PASSWORD',
    search_password: 'SEARCH_PASSWORD',
    support_password: 'SUPPORT_PASSWORD',
  };
  // The configuration folder is empty, as in the image.
  const configFolder = join(folder, 'config');
  mkdirSync(configFolder);
  mkdirSync(join(folder, 'secrets'));
  const variables: Record<string, string> = {
    SHOP_HOST: publicHost,
    KEYCLOAK_ADMIN_PASSWORD: 'admin',
    GRAFANA_ADMIN_PASSWORD: 'admin',
  };
  for (const [file, name] of Object.entries(secrets)) {
    variables[name] = randomBytes(24).toString('hex');
    writeFileSync(join(folder, 'secrets', file), variables[name]);
  }
  const plan = readSet({ folder, ports, variables });
  /** Replaces the proxy's published ports with free ones. */
  const moved = (environment: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value
          .replaceAll(':8443', `:${https}`)
          .replaceAll(':8444', `:${identityHttps}`)
          .replaceAll('/realms/shop', given ? `/realms/${ownRealm}` : '/realms/shop'),
      ]),
    );
  const log = (name: string): string => join(folder, `${name}.log`);

  const proxyPlan = plan('proxy');
  const tls = proxyPlan.path('/tls');
  execFileSync('sh', [plan('certificate').path('/scripts/certificate.sh'), tls], {
    env: { ...bareEnvironment(), SHOP_HOST: publicHost },
  });
  const certificate = readFileSync(join(tls, 'shop.crt'), 'utf8');
  setGlobalDispatcher(new Agent({ connect: { ca: [...rootCertificates, certificate] } }));

  const proxyFolder = proxyPlan.path('/usr/local/etc/haproxy');
  const proxy = server({
    name: 'proxy',
    command: 'haproxy',
    args: ['-db', '-f', join(proxyFolder, 'haproxy.cfg')],
    environment: {
      ...moved(proxyPlan.environment),
      SHOP_HTTP_PORT: String(plain),
      SHOP_HTTPS_PORT: String(https),
      IDENTITY_HTTPS_PORT: String(identityHttps),
      PROXY_METRICS_PORT: String(proxyMetrics),
    },
    log: log('proxy'),
    ready: () => answers(`http://127.0.0.1:${proxyMetrics}/metrics`),
  });

  const redisPlan = plan('redis');
  const redisPort = portOf('redis:6379');
  const redis = server({
    name: 'redis',
    command: 'sh',
    args: [
      redisPlan.path('/etc/redis/start.sh'),
      '--port',
      String(redisPort),
      '--dir',
      redisPlan.path('/data'),
    ],
    environment: redisPlan.environment,
    log: log('redis'),
    ready: () =>
      Promise.resolve().then(() => {
        try {
          const env = { ...process.env, REDISCLI_AUTH: variables['REDIS_PASSWORD'] };
          const said = execFileSync('redis-cli', ['-p', String(redisPort), 'ping'], {
            env,
            stdio: 'pipe',
          });
          return said.toString().includes('PONG');
        } catch {
          // The server is not up yet or is still loading its file.
          return false;
        }
      }),
  });

  const searchUrl = `http://127.0.0.1:${portOf('search:9200')}`;
  const identityPlan = plan('identity');
  const realmFolder = identityPlan.path('/opt/keycloak/data/import');
  const identityEnvironment = {
    ...moved(identityPlan.environment),
    SHOP_CLIENT_SECRET: variables['OIDC_CLIENT_SECRET'] ?? '',
  };
  const started = given
    ? []
    : [
        await searchServer(
          folder,
          plan('search').path('/usr/share/elasticsearch/config/elasticsearch.yml'),
          portOf('search:9200'),
          log('search'),
        ),
        await identityServer({
          folder,
          realmFolder,
          port: portOf('identity:8080'),
          command: identityPlan.command,
          environment: identityEnvironment,
          log: log('identity'),
        }),
      ];

  const erpPlan = plan('erp-stand-in');
  const givenArguments = erpPlan.command.slice(erpPlan.command.indexOf('erp-stand-in') + 1);
  const own = givenArguments.map((word) =>
    word
      .replace('--host=0.0.0.0', '--host=127.0.0.1')
      .replace('--port=4101', `--port=${portOf('erp-stand-in:4101')}`)
      .replace('--media-port=4104', `--media-port=${portOf('erp-stand-in:4104')}`)
      .replace('--products=400', `--products=${options.products}`)
      .replace(':8443', `:${https}`)
      .replace(':8444', `:${identityHttps}`)
      .replace('/realms/shop', given ? `/realms/${ownRealm}` : '/realms/shop'),
  );
  const erpUrl = `http://127.0.0.1:${portOf('erp-stand-in:4101')}`;
  const erpStandIn = server({
    name: 'erp-stand-in',
    command: process.execPath,
    args: ['--import', 'tsx', 'sandbox/erp-stand-in.ts', ...own],
    environment: erpPlan.environment,
    log: log('erp-stand-in'),
    ready: () =>
      fetch(`${erpUrl}/customer`).then(
        (answer) => answer.status < 500,
        () => false,
      ),
  });

  const shopOf = (name: 'shop-one' | 'shop-two', metricsPort: number): Server => {
    const shopPlan = plan(name);
    const port = portOf(`${name}:3000`);
    // The official distribution has a security module and requires a password; the one from the package index has none.
    const withoutPassword = new Set(['SEARCH_USERNAME', 'SEARCH_PASSWORD_FILE']);
    const environment = Object.fromEntries(
      Object.entries(moved(shopPlan.environment)).filter(([name]) => !withoutPassword.has(name)),
    );
    return server({
      name,
      command: process.execPath,
      args: ['--max-semi-space-size=32', 'dist/server.js'],
      environment: {
        ...environment,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        CONFIG_DIR: configFolder,
        SESSION_DB: join(shopPlan.path('/data'), 'shop.db'),
        // All test visitors come from one address.
        RATE_LIMITS: 'off',
        ...(given ? indexSettings : {}),
      },
      log: log(name),
      ready: () => answers(`http://127.0.0.1:${port}/readyz`),
    });
  };
  const shops: readonly [Server, Server] = [
    shopOf('shop-one', shopMetricsOne ?? 0),
    shopOf('shop-two', shopMetricsTwo ?? 0),
  ];
  const others = [redis, ...started, erpStandIn];
  all.push(proxy, ...others, ...shops);
  try {
    say(`starting the proxy, ${others.map(({ name }) => name).join(', ')}`);
    await Promise.all([
      proxy.start(),
      ...others.map((one) => one.start()),
      realm?.make(join(realmFolder, 'realm.json'), identityEnvironment),
    ]);
    execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        'tools/seed-search.ts',
        '--url',
        searchUrl,
        '--products',
        String(options.products),
        '--media',
        `${url}/media`,
        ...(given ? ['--prefix', ownIndices] : []),
      ],
      { stdio: 'pipe' },
    );
    say('starting two instances of the shop');
    await Promise.all(shops.map((shop) => shop.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    folder,
    shops,
    erpUrl,
    stop,
    mortal: [shops[0], ...others],
    async deploy(shop, build) {
      const code = await shop.stop();
      if (code !== 0) throw new Error(`${shop.name} ended with ${String(code)} on SIGTERM`);
      await shop.start({ cwd: resolve(build) });
    },
    async tokenOf(customer) {
      const realm = given ? ownRealm : 'shop';
      const answer = await fetch(
        `https://${publicHost}:${identityHttps}/realms/${realm}/protocol/openid-connect/token`,
        {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'password',
            client_id: CONFORMANCE_CLIENT,
            client_secret: variables['OIDC_CLIENT_SECRET'] ?? '',
            username: customer.login,
            password: customer.password,
          }),
        },
      );
      return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
    },
    async version(at) {
      const answer = await fetch(
        `http://127.0.0.1:${portOf(at === 0 ? 'shop-one:3000' : 'shop-two:3000')}/healthz`,
      );
      const body: unknown = await answer.json();
      return typeof body === 'object' && body !== null && 'version' in body
        ? String(body.version)
        : '';
    },
  };
}

/** Starts Keycloak with compose's realm file, behind the proxy. */
async function identityServer(options: {
  folder: string;
  realmFolder: string;
  port: number;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  log: string;
}): Promise<Server> {
  const { port, log } = options;
  const home = await keycloakHome(options.folder);
  cpSync(options.realmFolder, join(home, 'data', 'import'), { recursive: true });
  return server({
    name: 'identity',
    command: 'sh',
    args: [
      join(home, 'bin', 'kc.sh'),
      ...options.command,
      '--optimized',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
    ],
    environment: { ...options.environment, JAVA_OPTS: JAVA_OPTIONS },
    log,
    readyMs: 300_000,
    ready: () => answers(`http://127.0.0.1:${port}/realms/shop`),
  });
}

/**
 * Starts a search server with compose's settings, its own settings folder, and what a second server on one machine
 * needs.
 */
async function searchServer(
  folder: string,
  settings: string,
  port: number,
  log: string,
): Promise<Server> {
  const place = join(folder, 'search');
  mkdirSync(place);
  const unpacked = await unpackServer(place, 'elasticsearch-8');
  writeFileSync(
    unpacked.settingsFile,
    [
      readFileSync(settings, 'utf8').replace(/^network\.host:.*$/m, 'network.host: 127.0.0.1'),
      `http.port: ${port}`,
      'transport.port: 0',
      `path.data: ${join(place, 'data')}`,
      `path.logs: ${join(place, 'logs')}`,
      'xpack.security.enabled: false',
      'cluster.routing.allocation.disk.threshold_enabled: false',
      '',
    ].join('\n'),
  );
  const temporary = join(place, 'tmp');
  mkdirSync(temporary);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', place]);
  return server({
    name: 'search',
    command: unpacked.command,
    args: [],
    cwd: place,
    environment: {
      HOME: place,
      ES_JAVA_HOME: unpacked.javaHome,
      ES_TMPDIR: temporary,
      ES_JAVA_OPTS: '-Xms512m -Xmx512m',
      CLI_JAVA_OPTS: '-Xmx64m',
    },
    log,
    asNobody: true,
    readyMs: 240_000,
    ready: () =>
      answers(`http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=1s`),
  });
}
