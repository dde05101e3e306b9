/**
 * The log of the real process: a request can be followed by its reference, and the log contains no secret and nothing
 * forged.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashLogin } from '../../../server/observe/known-as';
import { postEveryForm } from '../../support/every-form';
import { sendBytes } from '../../support/raw';
import { signIn } from '../../support/shop';
import {
  isAlive,
  startProcess,
  startProcessWorld,
  type ProcessWorld,
  type ShopProcess,
} from '../../support/shop-process';
import { until } from '../../support/until';
import { Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
let world: ProcessWorld;
let running: ShopProcess;
let customer: Visitor;
beforeAll(async () => {
  world = await startProcessWorld();
  running = startProcess({ ...world.settings, TRUST_PROXY: '1' });
  await until(() => isAlive(world.url));
  customer = new Visitor(world.url);
  await signIn(customer, login, persona().password);
});
afterAll(async () => {
  running.child.kill('SIGINT');
  await running.ended;
  await world.sandbox.close();
});

const persona = () => {
  const found = world.sandbox.world.customers.find((one) => one.login === login);
  if (!found) throw new Error(`no sample customer ${login}`);
  return found;
};

const lines = (): Record<string, unknown>[] =>
  running
    .stdout()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Log lines of the request with this reference, once the line `request.answered` exists. */
async function linesOf(reference: string): Promise<Record<string, unknown>[]> {
  const own = () => lines().filter((line) => line['reference'] === reference);
  await until(() => own().some(({ event }) => event === 'request.answered'));
  return own();
}

describe('one request in the log', () => {
  it('P-70 OPS-02 a request can be followed by its reference in the log: the page and every upstream call, each on one line', async () => {
    const { control } = world.sandbox.erp;
    const before = control.requests().length;
    const reference = 'one-click-0001';
    await customer.get('/fr/account', { headers: { 'x-request-id': reference } });
    const asked = control.requests().slice(before);
    const own = await linesOf(reference);
    const pages = own.filter(({ event }) => event === 'request.answered');
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ method: 'GET', path: '/fr/account', customer: persona().ref });
    const calls = own.filter(({ event }) => event === 'erp.called');
    expect(asked.length).toBeGreaterThan(2);
    expect(calls).toHaveLength(asked.length);
    const isLine = (bytes: unknown) => ({
      time: expect.stringMatching(/Z$/) as string,
      reference: expect.stringMatching(/^one-click/) as string,
      customer: persona().ref,
      method: expect.any(String) as string,
      path: expect.not.stringMatching(/\d{3,}|\?/) as string,
      status: expect.any(Number) as number,
      ms: expect.any(Number) as number,
      attempts: 1,
      bytes,
    });
    const some: unknown = expect.toSatisfy((bytes: number) => bytes > 100);
    for (const call of calls) expect(call).toMatchObject(isLine(expect.any(Number)));
    expect(calls).toContainEqual(expect.objectContaining({ bytes: some }));
    // The search page is needed, because a page whose products are cached makes no search call.
    await customer.get('/fr/search?q=gants', { headers: { 'x-request-id': 'one-click-0002' } });
    const found = await linesOf('one-click-0002');
    const searches = found.filter(({ event }) => event === 'search.called');
    expect(searches.length).toBeGreaterThan(0);
    for (const call of searches) expect(call).toMatchObject(isLine(some));
    // The line of a download has its size too, although the shop streams the file.
    const orders = await customer.get('/fr/account/sales');
    const order = orders.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
    await customer.get(`${order}/download`, { headers: { 'x-request-id': 'one-click-0003' } });
    const download = await linesOf('one-click-0003');
    expect(download.find(({ event }) => event === 'erp.called')).toMatchObject(isLine(some));
    // `customer.known_as`, by which `npm run logs` finds a customer by login, is logged once for all these requests.
    const names = hashLogin(world.settings['SESSION_SECRET'] ?? '', login);
    expect(lines().filter(({ event }) => event === 'customer.known_as')).toEqual([
      expect.objectContaining({ customer: persona().ref, names }),
    ]);
  });

  it('P-70 the error page shows the reference of its request, and the log has the cause', async () => {
    world.sandbox.search.faults.set({ status: 500 });
    const page = await customer.get('/fr/search?q=seringue');
    world.sandbox.search.faults.clear();
    const reference = page.headers.get('x-request-id') ?? '';
    expect(page.words()).toContain(reference);
    const own = await linesOf(reference);
    expect(own.find(({ event }) => event === 'page.unavailable')).toMatchObject({
      level: 'error',
      service: 'search',
    });
  });

  it('P-70 a request has the client’s reference only if that is well-formed', async () => {
    for (const bad of ['short', 'x'.repeat(65), 'with space', 'semi;colon', 'é'.repeat(9)]) {
      const headers = { 'x-request-id': Buffer.from(bad).toString('latin1') };
      const page = await customer.get('/fr/none', { headers });
      expect(page.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/);
    }
  });
});

describe('the log of all flows, failures included', () => {
  it('P-71 the log of all flows, failures included, contains no secret, personal data or user input', async () => {
    const canaries = new Set<string>();
    const canary = (kind: string): string => {
      const text = `Zk${canaries.size}${kind.replace(/\W/g, '')}Canari`;
      canaries.add(text);
      return text;
    };
    const { invoicing, delivery, vat, email, password, salesRep } = persona();
    for (const known of [
      email,
      password,
      vat,
      salesRep.phone,
      invoicing.phone,
      invoicing.street,
      ...delivery.flatMap(({ phone, street }) => [phone, street]),
      ...(await customer.jar.getCookies(world.url)).map(({ value }) => value),
    ])
      if (typeof known === 'string' && known.length > 5) canaries.add(known);
    const personal = ['a.b@praktijk.example', '+32 475 12 34 56', 'BE0403.227.515'];
    for (const one of [...personal, 'BE68 5390 0754 7034', '0475/12.34.56']) canaries.add(one);
    const token = `eyJhbGciOiJub25lIn0.${canary('token')}.x`;

    const guest = new Visitor(world.url);
    for (const path of [
      `/fr/search?q=${canary('q')}`,
      `/fr/autocomplete?q=${canary('q')}`,
      `/fr/account/oidc-redirect?code=${canary('code')}&state=${canary('state')}`,
      `/fr/account/oidc-redirect?error=access_denied&error_description=${canary('why')}&state=${canary('state')}`,
      `/fr/account/sign-in?target=${encodeURIComponent(`/fr/search?q=${canary('target')}`)}`,
      `/fr/account/new-password?token=${canary('token')}`,
      `/fr/account/validate-email?token=${canary('token')}`,
      `/fr/account/sales?no=${canary('no')}`,
      `/fr?${canary('query')}=1`,
      `/${canary('root')}`,
      `/fr/${canary('key')}!`,
      `/fr/account/${canary('below')}`,
      `/${canary('folder')}/${canary('file')}.php`,
    ])
      for (const visitor of [guest, customer])
        await visitor.get(path, {
          follow: false,
          headers: {
            authorization: `Bearer ${canary('bearer')}`,
            'user-agent': canary('agent'),
            referer: `https://x.example/?${canary('referer')}`,
            'x-forwarded-for': canary('for'),
            'x-api-key': canary('key'),
            'accept-language': canary('language'),
          },
        });
    const stale = new Visitor(world.url);
    await stale.jar.setCookie(`sid=${canary('sid')}; Path=/`, world.url);
    await stale.get('/fr/account', { follow: false });

    const { control } = world.sandbox.erp;
    const echo = `${[...personal].join(' ')} BE68 5390 0754 7034 0475/12.34.56 password=${canary('password')} ${token}`;
    const html = `<html><p>${canary('html')} ${echo}</p></html>`;
    const faults: Omit<Parameters<typeof control.fault>[0], 'match'>[] = [
      { times: 1, delay_ms: 0 },
      { status: 400, body: { detail: echo } },
      {
        status: 422,
        body: { detail: [{ loc: ['x'], msg: echo, type: 't', input: canary('in') }] },
      },
      { status: 500, body: { detail: echo, debug: canary('debug') } },
      { status: 200, body: { unexpected: canary('body'), items: [{ id: echo }] } },
      { status: 404, body: html },
      { drop: 'before' },
    ];
    for (const fault of faults) {
      newCart(world, login);
      control.fault({ times: 200, ...fault, match: { path: '*' } });
      for (const path of ['/fr/account', '/fr/quick-order', '/fr/cart', '/fr/cart-confirm'])
        await postEveryForm(customer, path, canary);
      await customer.get('/fr/account/sales');
      control.clearFaults();
    }
    newCart(world, login);
    control.fault({
      match: { method: 'POST', path: 'payment/transactions' },
      status: 200,
      body: { flow: 'redirect', redirect_form_html: `<form>${canary('form')}</form>` },
      times: 5,
    });
    await postEveryForm(customer, '/fr/cart-confirm', canary);

    expect(canaries.size).toBeGreaterThanOrEqual(60);
    const written = running.stdout() + running.stderr();
    expect([...canaries].filter((one) => written.includes(one))).toEqual([]);
    expect(written).not.toMatch(/eyJ[\w-]{10,}/);
    expect(running.stderr()).toBe('');
  });
});

describe('a log line', () => {
  it('P-72 a log line cannot be forged, nor the log flooded, through path, query or headers', async () => {
    const separators = Buffer.from('\u2028\u2029\u0085').toString('latin1');
    const paths = [
      '/fr/%0a%7B%22level%22%3A%22fatal%22%7D',
      '/fr/%0D%0A%1b%5B31mred',
      `/fr/${separators}{"level":"fatal"}`,
      '/fr/search?q=%0A%7B%22level%22%3A60%7D',
      `/fr/${'a'.repeat(4_000)}`,
      '/fr/%E2%80%A8%22%2C%22level%22%3A%22fatal',
      '/%/%zz/%c0%af',
    ];
    const agents = ['Mozilla x"}\t{"level":"fatal"}', '\u001b[2J{"level":60}'];
    let reached = 0;
    for (const [at, agent] of agents.entries())
      for (const [index, path] of paths.entries()) {
        const reference = `forger-${at}${index}0000`;
        const answer = await sendBytes(
          world.url,
          `GET ${path} HTTP/1.1\r\nUser-Agent: ${agent}\r\nX-Request-Id: ${reference}`,
        );
        // The server rejects control characters in a URL, in any encoding, and escape characters in a header, before
        // the app runs. The app logs nothing of these requests.
        if (answer.startsWith('HTTP/1.1 400')) continue;
        reached += 1;
        const own = await linesOf(reference);
        expect(own.filter(({ event }) => event === 'request.answered')).toHaveLength(1);
      }
    expect(reached).toBe(3);
    // Node decodes header bytes above 127 as characters, and JSON does not escape them.
    await sendBytes(
      world.url,
      'POST /fr/cart HTTP/1.1\r\nContent-Length: 0\r\nX-Request-Id: forger-site-0000\r\nSec-Fetch-Site: \u009b31mforged',
    );
    const refused = await linesOf('forger-site-0000');
    expect(refused.map(({ event }) => event)).toContain('security.cross_origin_refused');
    expect(JSON.stringify(refused)).not.toContain('forged');
    for (const line of lines()) {
      expect(line['level']).not.toBe('fatal');
      for (const [key, value] of Object.entries(line))
        if (typeof value === 'string' && key !== 'stack')
          expect(value.length).toBeLessThanOrEqual(513);
    }
    for (const mark of ['\u2028', '\u2029', '\u0085', '\u001b', '\u009b', '\r'])
      expect(running.stdout()).not.toContain(mark);
  });
});
