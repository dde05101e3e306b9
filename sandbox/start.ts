/**
 * Starts the stand-ins together: media, identity, ERP and search serve one sample world. The demo, development and
 * tests use it. Tests may start only some parts (`startParts`), pass a shared world, or use free ports.
 *
 * Imports each part only when it is needed, so that tests of one part do not load the others.
 */
import { mkdirSync } from 'node:fs';
import type { ErpServer } from './erp/server';
import type { Identity } from './identity/server';
import type { MediaServer } from './media-server';
import {
  DEFAULT_PORT_BASE,
  listOf,
  makeWorld,
  portsFrom,
  startTheErp,
  startTheIdentity,
  startTheMedia,
  startTheSearch,
  type Part,
  type Ports,
  type SandboxOptions,
} from './parts';
import type { SearchServer } from './search/server';
import { shopClient, shopSettings, type SandboxUrls } from './shop-settings';
import type { World, WorldCustomer } from './world';

export { DEFAULT_PORT_BASE, portsFrom, type Part, type SandboxOptions } from './parts';

const ALL_PARTS: readonly Part[] = ['media', 'identity', 'erp', 'search'];
const FREE_PORTS: Ports = { erp: 0, search: 0, identity: 0, media: 0 };

export interface SandboxParts {
  world: World;
  urls: Partial<SandboxUrls>;
  /** Environment variables for the shop. */
  settings: Record<string, string>;
  /** Sample customers worth trying, with passwords. */
  personas: readonly WorldCustomer[];
  erp?: ErpServer;
  search?: SearchServer;
  identity?: Identity;
  media?: MediaServer;
  /** Changes the shop's addresses, for a shop that learns its port after the stand-ins have started. */
  setShopUrl(shopUrl: string | readonly string[]): void;
  close(): Promise<void>;
}

export interface Sandbox extends Required<Omit<SandboxParts, 'urls'>> {
  urls: SandboxUrls;
}

const originsOf = (urls: string | readonly string[]): string[] =>
  listOf(urls).map((url) => new URL(url).origin);

function portsOf({ ports }: SandboxOptions): Ports {
  if (ports === 'free') return FREE_PORTS;
  return { ...portsFrom(DEFAULT_PORT_BASE), ...ports };
}

/** Starts the requested parts in dependency order; a failure stops the parts already started. */
export async function startParts(
  options: SandboxOptions,
  parts: readonly Part[],
): Promise<SandboxParts> {
  const { host = '127.0.0.1', controlKey = 'sandbox', authMode = 'oidc-token' } = options;
  const ports = portsOf(options);
  if (options.dataDir !== undefined) mkdirSync(options.dataDir, { recursive: true });
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closePart of closers.splice(0).reverse()) await closePart();
  };
  const started = async <T extends { close(): Promise<void> }>(part: Promise<T>): Promise<T> => {
    const running = await part;
    closers.push(running.close);
    return running;
  };
  try {
    let known = options.world;
    const media = parts.includes('media')
      ? await started(startTheMedia(() => known, ports.media, host))
      : undefined;
    const world =
      known ??
      (await makeWorld(
        options,
        options.mediaBase ?? media?.url ?? `http://${host}:${ports.media}/media`,
      ));
    known = world;
    const shopOrigins = originsOf(options.shopUrl);
    const setting = { options, ports, host, controlKey, world, shopOrigins };
    const identity = parts.includes('identity')
      ? await started(startTheIdentity(setting))
      : undefined;
    const erp = parts.includes('erp')
      ? await started(startTheErp(setting, options.issuer ?? identity?.issuer))
      : undefined;
    const search = parts.includes('search') ? await started(startTheSearch(setting)) : undefined;
    const urls = {
      ...(erp && { erp: erp.url }),
      ...(search && { search: search.url }),
      ...(identity && { issuer: identity.issuer }),
      ...(media && { media: media.url }),
    };
    return {
      world,
      urls,
      settings: shopSettings(
        { ...urls, ...(options.mediaBase === undefined ? {} : { media: options.mediaBase }) },
        { authMode, profile: options.profile ?? 'seed' },
      ),
      personas: world.customers.filter(({ featured }) => featured),
      ...(erp && { erp }),
      ...(search && { search }),
      ...(identity && { identity }),
      ...(media && { media }),
      setShopUrl(shopUrl) {
        shopOrigins.splice(0, shopOrigins.length, ...originsOf(shopUrl));
        identity?.registerClient(shopClient(listOf(shopUrl), options.client));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts all parts. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const parts = await startParts(options, ALL_PARTS);
  const { erp, search, identity, media } = parts;
  if (!erp || !search || !identity || !media) throw new Error('a part did not start');
  return {
    ...parts,
    erp,
    search,
    identity,
    media,
    urls: { erp: erp.url, search: search.url, issuer: identity.issuer, media: media.url },
  };
}
