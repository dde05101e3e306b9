/** Starts one part of the sandbox from the common options. Imports each part only when it is needed. */
import { join } from 'node:path';
import type { ErpServer, ErpServerOptions } from './erp/server';
import type { Profile, QuirkSwitches } from './erp/quirks';
import type { IdentityOptions } from './identity/server';
import type { SearchServerOptions } from './search/server';
import { shopClient, type AuthMode, type ShopClientOptions } from './shop-settings';
import type { World } from './world';

export type Part = 'erp' | 'search' | 'identity' | 'media';

export type Ports = Record<Part, number>;
export const DEFAULT_PORT_BASE = 4101;
export const portsFrom = (base: number): Ports => ({
  erp: base,
  search: base + 1,
  identity: base + 2,
  media: base + 3,
});

export interface SandboxOptions {
  /** Folder for state that survives a restart; default: in memory. */
  dataDir?: string;
  /** Ports of the parts. Default: from 4101 on. An object changes single ports; `free` picks any. */
  ports?: Partial<Ports> | 'free';
  host?: string;
  /** A world shared with other sandboxes; its pictures keep the address that it was created for. */
  world?: World;
  products?: number;
  seed?: string;
  /** Profile and quirks of the ERP (contract/erp.md 21.1). */
  profile?: Profile;
  quirks?: QuirkSwitches;
  /** How the ERP treats a repeated transaction; default: as the profile defines. */
  dedup?: 'skip' | 'none' | 'strict';
  /** Public addresses of the shop; the first is the main one. */
  shopUrl: string | readonly string[];
  client?: ShopClientOptions;
  authMode?: AuthMode;
  /** Another identity provider, whose tokens the ERP accepts instead of the stand-in's. */
  issuer?: string;
  /** Picture address for browsers; default: that of the media server. */
  mediaBase?: string;
  /** The date in the ERP and the world. The provider keeps real time, because its tokens need it. */
  now?: () => Date;
  /** Value of `X-Sandbox-Key` that all controls require. Default `sandbox`. */
  controlKey?: string;
  identity?: Pick<
    IdentityOptions,
    'accessTokenTtlSeconds' | 'refresh' | 'showSamples' | 'publicUrl'
  >;
  erp?: Pick<ErpServerOptions, 'cancelDelayMs' | 'maxBody' | 'tokenSecret'>;
  search?: Pick<SearchServerOptions, 'buildAhead'>;
  log?: (event: string, detail: Record<string, unknown>) => void;
}

export const listOf = (urls: string | readonly string[]): readonly string[] =>
  typeof urls === 'string' ? [urls] : urls;

/**
 * The ERP treats the cancellation of a back order as a request (contract/erp.md 19.3). This delay is long enough to see
 * it pending.
 */
const salesTeamMs = 2 * 60_000;

/** The current day in Belgium, the country of the sample world. */
const dayOf = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' }).format(moment);

export interface Setting {
  options: SandboxOptions;
  ports: Ports;
  host: string;
  controlKey: string;
  world: World;
  /** Origins of the shop. The ERP reads them at every payment, so a change takes effect at once. */
  shopOrigins: readonly string[];
}

export async function makeWorld(options: SandboxOptions, mediaBase: string): Promise<World> {
  const { createWorld } = await import('./seed/create-world');
  const { seed, products, now } = options;
  return createWorld({
    mediaBase,
    ...(seed === undefined ? {} : { seed }),
    ...(products === undefined ? {} : { products }),
    ...(now === undefined ? {} : { today: dayOf(now()) }),
  });
}

export async function startTheMedia(world: () => World | undefined, port: number, host: string) {
  const { startMediaServer } = await import('./media-server');
  return startMediaServer({ world, port, host });
}

export async function startTheIdentity({ options, ports, host, controlKey, world }: Setting) {
  const { startIdentity } = await import('./identity/server');
  const { dataDir, log } = options;
  return startIdentity({
    customers: world.customers,
    clients: [shopClient(listOf(options.shopUrl), options.client)],
    port: ports.identity,
    host,
    controlKey,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(log === undefined ? {} : { log }),
    ...options.identity,
  });
}

/** Maps `skip` and `none` to quirks, which survive a reset of the ERP; `strict` does not. */
function quirksOf({ quirks, dedup }: SandboxOptions): QuirkSwitches {
  const asked = dedup === 'none' || dedup === 'skip' ? { 'no-dedup': dedup === 'none' } : {};
  return { ...asked, ...quirks };
}

/** One file for each world, because records of one world are invalid in another. */
const erpFileOf = ({ seed, variants }: World): string =>
  `erp-${seed.replace(/[^\w-]/g, '_')}-${variants.size}.db`;

export async function startTheErp(
  setting: Setting,
  issuer: string | undefined,
): Promise<ErpServer> {
  const { options, ports, host, controlKey, world } = setting;
  const { dataDir, profile, now, log } = options;
  const { startErp } = await import('./erp/server');
  const erp = await startErp({
    world,
    port: ports.erp,
    host,
    controlKey,
    quirks: quirksOf(options),
    returnOrigins: setting.shopOrigins,
    ...(profile === undefined ? {} : { profile }),
    ...(now === undefined ? {} : { now }),
    ...(issuer === undefined ? {} : { issuer: { url: issuer }, audience: 'erp' }),
    ...(dataDir === undefined ? {} : { dbFile: join(dataDir, erpFileOf(world)) }),
    ...(log === undefined
      ? {}
      : { log: ({ event, ...detail }) => log(typeof event === 'string' ? event : 'erp', detail) }),
    cancelDelayMs: salesTeamMs,
    ...options.erp,
  });
  if (options.dedup === 'strict') erp.control.cart({ dedup: 'strict' });
  return erp;
}

export async function startTheSearch({
  options: { log, search },
  ports,
  host,
  controlKey: key,
  world,
}: Setting) {
  const { startSearchServer } = await import('./search/server');
  const reporting = log === undefined ? {} : { log };
  return startSearchServer({ world, port: ports.search, host, key, ...reporting, ...search });
}
