/** The support page on the metrics port of a running shop (OPS-07). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port';
import { sendRaw } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';

const user = 'desk';
const password = 'a password of the desk';
const basic = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});
const entry = basic(`${user}:${password}`);

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({
    settings: {
      METRICS_PORT: String(await freePort()),
      SUPPORT_USER: user,
      SUPPORT_PASSWORD: password,
    },
  });
});
afterAll(() => shop.stop());

const ask = (path: string, headers: Record<string, string> = {}, of = shop): Promise<Response> =>
  fetch(`http://${of.metricsAddress() ?? ''}${path}`, { headers });

/** Returns the reference of the latest page request in the log. */
function newest(): string {
  const answered = shop.logs.filter(({ event }) => event === 'request.answered');
  const reference = answered.at(-1)?.['reference'];
  return typeof reference === 'string' ? reference : 'no request';
}

describe('the support page of a running shop', () => {
  it('OPS-07 the support page listens on loopback and on the metrics port only, and requires name and password', async () => {
    expect(shop.metricsAddress()).toMatch(/^127\.0\.0\.1:\d+$/);
    expect((await shop.visitor().get('/support')).status).toBe(404);
    expect((await shop.visitor().get('/fr/support')).status).toBe(404);
    expect((await ask('/metrics')).status).toBe(200);
    for (const headers of [
      {},
      basic(`${user}:wrong`),
      basic(user),
      { authorization: 'Bearer x' },
    ]) {
      const refused = await ask('/support?q=x', headers);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(await refused.text()).not.toContain('<form');
    }
    const page = await ask('/support', entry);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).not.toContain('<script');
  });

  it('P-74 P-89 no spelling of a URL on the shop’s public port returns the metrics', async () => {
    const figures = 'process_cpu_seconds_total';
    expect(await (await ask('/metrics')).text()).toContain(figures);
    const names = ['/metrics', '/METRICS', '/%6detrics', '//metrics', '/metrics/', '/metrics?x=1'];
    const { host } = new URL(`http://${shop.metricsAddress() ?? ''}`);
    for (const path of [...names, '/fr/metrics', '/fr/../metrics', '/assets/../metrics'])
      for (const headers of [{}, { host }, { 'x-original-url': '/metrics', ...entry }]) {
        const answer = await sendRaw(shop.url, { path, headers });
        expect([301, 302, 308, 400, 404, 421], path).toContain(answer.status);
        expect(answer.body, path).not.toContain(figures);
      }
  });

  it('OPS-07 the support page shows for the reference of an error page the failing ERP call, its cause and the cart', async () => {
    const customer = await shop.customer('vet@demo.example');
    await customer.get('/fr/cart');
    const list = await customer.get('/fr/account/sales');
    const order = list.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
    shop.sandbox.erp.control.fault({ match: { path: 'sales/*' }, status: 503, times: 10 });
    const failed = await customer.get(order);
    expect(failed.status).toBe(503);
    const reference = newest();
    expect(failed.text).toContain(reference);
    const text = await (await ask(`/support?q=${reference.toUpperCase()}`, entry)).text();
    expect(text).toContain(`Request ${reference}`);
    expect(text).toMatch(/erp GET sales\/\{id\} \(2 tries\)<[\s\S]*?503/);
    expect(text).toContain('looked at an order: answered 503');
    expect(text).toContain('No write is in doubt.');
    for (const asked of ['Dr Peeters <VET@demo.example>.', '10021', 'client C10021 :']) {
      const found = await ask(`/support?q=${encodeURIComponent(asked)}`, entry);
      expect(await found.text(), asked).toContain('Customer C10021, since ');
    }
    expect(JSON.stringify(shop.logs)).not.toContain('vet@demo.example');
  });
});

describe('the metrics of a running shop', () => {
  it('OPS-08 P-74 the metrics include the number of documents in each required index, per language', async () => {
    const seen = async (): Promise<Record<string, number>> => {
      const text = await (await ask('/metrics')).text();
      const lines = text.matchAll(/^shop_index_documents\{index="(\w+)",locale="(\w+)"\} (\d+)/gm);
      return Object.fromEntries(
        [...lines].map(([, index = '', locale = '', count]) => [
          `${index} ${locale}`,
          Number(count),
        ]),
      );
    };
    await expect.poll(seen).toMatchObject({ 'products fr': expect.any(Number) as number });
    const counts = await seen();
    expect(Object.keys(counts)).toHaveLength(6);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  });
});

describe('guessing the support password', () => {
  it.each([
    ['0.1', 3],
    // RATE_LIMITS applies to customers only: the support password stays limited.
    ['off', 30],
  ])(
    'OPS-07 P-61 with RATE_LIMITS %s one address may try the support password %i times a minute, and the log is not flooded',
    async (factor, most) => {
      const guessed = await startTestShop({
        settings: {
          METRICS_PORT: String(await freePort()),
          SUPPORT_USER: user,
          SUPPORT_PASSWORD: password,
          RATE_LIMITS: factor,
        },
      });
      try {
        // Requests with the right password are not counted.
        for (let time = 0; time < 10; time += 1)
          expect((await ask('/support', entry, guessed)).status).toBe(200);
        const guesses = Array.from({ length: 50 }, (_, at) =>
          ask('/support', basic(`${user}:guess ${at}`), guessed),
        );
        const answers = await Promise.all(guesses);
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(most);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - most);
        const late = await ask('/support', entry, guessed);
        expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
        expect(await late.text()).toMatch(
          /^Too many refusals in a minute: ask again in \d+ s\.\n$/,
        );
        expect(guessed.logs.filter(({ event }) => event === 'support.refused')).toHaveLength(most);
        expect((await ask('/metrics', {}, guessed)).status).toBe(200);
      } finally {
        await guessed.stop();
      }
    },
  );
});

describe('access to the support page', () => {
  it('OPS-07 the support page without a password works on loopback only, and only under a host name of this machine', async () => {
    const open = await startTestShop({ settings: { METRICS_PORT: String(await freePort()) } });
    try {
      expect((await ask('/support', {}, open)).status).toBe(200);
      const { port } = new URL(`http://${open.metricsAddress() ?? ''}`);
      const { request } = await import('node:http');
      const status = await new Promise((resolve) =>
        request({
          host: '127.0.0.1',
          port,
          path: '/support',
          headers: { host: `evil.example:${port}` },
        })
          .once('response', (answer) => resolve(answer.resume().statusCode))
          .end(),
      );
      expect(status).toBe(403);
    } finally {
      await open.stop();
    }
    const wide = await startTestShop({
      settings: { METRICS_PORT: String(await freePort()), METRICS_HOST: '0.0.0.0' },
    });
    try {
      expect(wide.metricsAddress()).toMatch(/^0\.0\.0\.0:\d+$/);
      const absent = await ask('/support', {}, wide);
      expect([absent.status, await absent.text()]).toEqual([
        404,
        expect.stringContaining('The support page needs SUPPORT_PASSWORD'),
      ]);
      expect((await ask('/metrics', {}, wide)).status).toBe(200);
    } finally {
      await wide.stop();
    }
  });
});
