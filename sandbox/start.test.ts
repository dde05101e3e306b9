import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, formsOf } from '../tests/contract/identity/identity-browser';
import { discoverShop, SHOP } from '../tests/contract/identity/identity-fixture';
import { SHOP_CLIENT_ID, SHOP_CLIENT_SECRET } from './shop-settings';
import { startParts, startSandbox, type Sandbox } from './start';
import type { World, WorldCustomer } from './world';

const client = { clientId: SHOP_CLIENT_ID, clientSecret: SHOP_CLIENT_SECRET };

async function accessToken(issuer: string, customer: WorldCustomer): Promise<string> {
  const shop = await discoverShop(issuer, undefined, client);
  const browser = createFormBrowser(SHOP);
  const attempt = await shop.begin();
  const [form] = formsOf(await browser.get(attempt.url));
  const { email: login, password } = customer;
  const back = await browser.submit(form, { login, password });
  return (await shop.finish(attempt, back.url)).access_token;
}

function personaOf({ personas }: Pick<Sandbox, 'personas'>): WorldCustomer {
  const [persona] = personas;
  if (persona === undefined) throw new Error('no persona');
  return persona;
}

/** Picture addresses of the first products. */
function pictures(world: World): string[] {
  const found: string[] = [];
  for (const document of world.documents('products', 'fr')) {
    const src = /"src":"([^"]+)"/.exec(JSON.stringify(document))?.[1];
    if (src !== undefined) found.push(src);
    if (found.length === 5) break;
  }
  return found;
}

describe('the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ ports: 'free', products: 40, shopUrl: SHOP });
  });
  afterAll(() => sandbox.close());

  test('AUTH-01 provider token identifies the same customer at the ERP', async () => {
    const persona = personaOf(sandbox);
    const token = await accessToken(sandbox.urls.issuer, persona);
    const authorization = `Bearer ${token}`;
    const answer = await fetch(`${sandbox.urls.erp}/customer`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).toContain(persona.ref);
    const nobody = await fetch(`${sandbox.urls.erp}/customer`);
    expect(nobody.status).toBe(401);
  });

  test('CFG-02 sandbox settings contain the address of every service', () => {
    expect(sandbox.settings).toMatchObject({
      AUTH_MODE: 'oidc-token',
      ERP_URL: `${sandbox.urls.erp}/`,
      SEARCH_URL: sandbox.urls.search,
      OIDC_ISSUER: sandbox.urls.issuer,
      OIDC_CLIENT_ID: SHOP_CLIENT_ID,
      OIDC_CLIENT_SECRET: SHOP_CLIENT_SECRET,
    });
    expect(sandbox.personas.length).toBeGreaterThan(3);
  });

  test('PROD-01 media server serves every product picture with a policy that blocks scripts', async () => {
    const addresses = pictures(sandbox.world);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const picture = await fetch(address);
      expect(picture.status, address).toBe(200);
      expect(picture.headers.get('content-type')).toBe('image/svg+xml');
      expect(picture.headers.get('content-security-policy')).toContain('sandbox');
      expect(picture.headers.get('cache-control')).toContain('max-age');
    }
    for (const wrong of ['p/0/small.svg', '%E0%A4%A', '..%2f..%2fetc']) {
      expect((await fetch(`${sandbox.urls.media}/${wrong}`)).status).toBe(404);
    }
    expect((await fetch(sandbox.urls.media, { method: 'POST' })).status).toBe(405);
  });

  test('SRCH-01 search stand-in serves the products of the sandbox world', async () => {
    await sandbox.search.ready;
    const answer = await fetch(`${sandbox.urls.search}/products_fr_be/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size: 1, query: { match_all: {} } }),
    });
    expect(answer.status).toBe(200);
  });

  test('AUTH-03 provider accepts a shop address that is set after its start', async () => {
    const authorize = async (origin: string) => {
      const {
        searchParams,
        origin: issuer,
        pathname,
      } = new URL((await (await discoverShop(sandbox.urls.issuer, undefined, client)).begin()).url);
      searchParams.set('redirect_uri', `${origin}/nl/account/oidc-redirect`);
      return fetch(`${issuer}${pathname}?${searchParams.toString()}`, { redirect: 'manual' });
    };
    const later = 'http://127.0.0.1:4998';
    expect((await authorize(later)).status).toBe(400);
    sandbox.setShopUrl([SHOP, later]);
    expect((await authorize(later)).status).toBe(303);
  });
});

test('CFG-06 sandbox parts start separately and can share a world', async () => {
  const options = { ports: 'free', products: 20, shopUrl: SHOP } as const;
  const first = await startParts(options, ['media']);
  const second = await startParts({ ...options, world: first.world }, ['identity']);
  expect(Object.keys(first.urls)).toEqual(['media']);
  expect(Object.keys(second.urls)).toEqual(['issuer']);
  expect(second.world).toBe(first.world);
  await second.close();
  await first.close();
});

test('CFG-06 sandbox start fails with EADDRINUSE if a port is in use', async () => {
  const first = await startParts({ ports: 'free', products: 20, shopUrl: SHOP }, ['media', 'erp']);
  const taken = Number(new URL(first.urls.media ?? '').port);
  const ports = { media: 0, identity: 0, erp: taken, search: 0 };
  const second = startSandbox({ ports, world: first.world, shopUrl: SHOP });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
});

test('CART-01 customer cart survives a restart of the stand-ins', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const options = { ports: 'free', products: 20, shopUrl: SHOP, dataDir } as const;
  const lines = async ({ urls, personas }: Sandbox, body?: object): Promise<string> => {
    const token = await accessToken(urls.issuer, personaOf({ personas }));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const path = body === undefined ? 'carts/current' : 'v2/cart/sync';
    const answer = await fetch(`${urls.erp}/${path}`, { ...init, headers });
    return answer.text();
  };
  const first = await startSandbox(options);
  const [variant] = [...first.world.variants.values()].filter((one) => !one.notSoldOnWebsite);
  const transaction = { uuid: crypto.randomUUID(), product_id: variant?.id, qty: 3 };
  expect(await lines(first, { transactions: [transaction] })).toContain(String(variant?.id));
  await first.close();
  const second = await startSandbox(options);
  expect(await lines(second)).toContain(String(variant?.id));
  await second.close();
  rmSync(dataDir, { recursive: true });
});
