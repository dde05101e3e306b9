/** Rate limits over HTTP: every client is behind one trusted proxy that names its address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBytes } from '../../support/raw';
import { startTestShop, type LogLine, type TestShop } from '../../support/shop';
import { choose, postFile } from '../../support/order-file';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60, settings: { RATE_LIMITS: '1', TRUST_PROXY: '1' } });
});
afterAll(() => shop.stop());

const refusals = (from: number, rule?: string, of = shop): LogLine[] =>
  of.logs
    .slice(from)
    .filter((line) => line['event'] === 'security.rate_limited')
    .filter((line) => rule === undefined || line['rule'] === rule);

const from = (address: string, browser = 'Firefox'): { headers: Record<string, string> } => ({
  headers: { 'x-forwarded-for': address, 'user-agent': browser, cookie: 'locale=fr' },
});

/** Repeats a request until the shop rejects it, and returns the rejection; fails after `most` requests. */
async function untilRefused(most: number, ask: () => Promise<Page>): Promise<[number, Page]> {
  for (let count = 0; count <= most; count += 1) {
    const page = await ask();
    if (page.status === 429) return [count, page];
  }
  throw new Error(`${most} requests and no refusal`);
}

/** Status of a form answer when its redirect is not followed. */
const meant = ({ headers, status }: Page): number => Number(headers.get('form-answer') ?? status);

async function sync(visitor: Visitor, address: string): Promise<Page> {
  return visitor.post(
    '/fr/cart/sync',
    {},
    {
      headers: {
        ...from(address).headers,
        'content-type': 'application/json',
        'x-cart-sync': '1',
        accept: 'application/json',
      },
    },
  );
}

describe('rate limits', () => {
  it('P-61 P-73 the shop allows five sign-ins a minute per browser, then says in its language when to retry', async () => {
    const visitor = shop.visitor();
    const at = shop.logs.length;
    const start = (): Promise<Page> =>
      visitor.get('/nl/account/sign-in', { ...from('10.0.0.1'), follow: false });
    const [before, page] = await untilRefused(6, start);
    expect(before).toBe(5);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(page.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(page.dom.querySelector('html')?.getAttribute('lang')).toBe('nl');
    expect(page.words()).toContain('Te veel aanvragen na elkaar');
    expect(page.words()).toContain(page.headers.get('x-request-id') ?? 'none');
    expect(refusals(at)).toMatchObject([{ rule: 'sign-in', by: 'visitor' }]);
    // A colleague in the same practice can still sign in.
    const colleague = await shop
      .visitor()
      .get('/nl/account/sign-in', { ...from('10.0.0.1'), follow: false });
    expect(colleague.status).toBe(302);
  });

  it('P-61 the shop allows sixty sign-ins a minute per address, however many browsers', async () => {
    const [before] = await untilRefused(61, () =>
      shop.visitor().get('/fr/account/sign-in', { ...from('10.0.0.2'), follow: false }),
    );
    expect(before).toBe(60);
  });

  it('P-61 P-63 callbacks without a sign-in attempt are limited, and no counter is stored for a new guest', async () => {
    const returned = '/nl/account/oidc-redirect?code=x&state=made-up-by-a-stranger';
    const [before, page] = await untilRefused(301, () =>
      shop.visitor().get(returned, { ...from('10.0.0.4'), follow: false }),
    );
    expect(before).toBe(300);
    expect(page.words()).toContain('Te veel');
    // A callback from another address is not limited: it fails with 400.
    const other = await shop.visitor().get('/nl/account/oidc-redirect?code=x', from('10.0.0.5'));
    expect(other.status).toBe(400);
    // A browser whose address is above the limit gets no counter cookie.
    const sixty = () =>
      shop.visitor().get('/fr/account/sign-in', { ...from('10.0.0.2'), follow: false });
    const [, refused] = await untilRefused(61, sixty);
    expect(refused.headers.getSetCookie().join()).not.toContain('browser=');
  });

  it('P-28 P-61 rate limits use the address that the trusted proxy adds, not what the client sent', async () => {
    let forged = 0;
    const [before] = await untilRefused(61, () =>
      shop.visitor().get('/fr/account/sign-in', {
        ...from(`203.0.113.${(forged += 1)}, 10.0.0.3`),
        follow: false,
      }),
    );
    expect(before).toBe(60);
  });

  it('P-28 P-61 rate limits use the last of several X-Forwarded-For lines', async () => {
    let forged = 0;
    const statuses = new Set<string>();
    while (forged < 61) {
      forged += 1;
      const lines = [`203.0.113.${forged}`, '10.0.0.99'].map((one) => `X-Forwarded-For: ${one}`);
      const head = ['GET /fr/account/sign-in HTTP/1.1', `User-Agent: ${forged}`, ...lines];
      const [answer = ''] = (await sendBytes(shop.url, head.join('\r\n'))).split('\r\n');
      statuses.add(`${forged <= 60 ? 'at first' : 'then'} ${answer.split(' ')[1] ?? ''}`);
    }
    expect([...statuses]).toEqual(['at first 302', 'then 429']);
  });

  it('P-61 P-19 the shop allows sixty syncs a minute per customer, and rejects more in JSON', async () => {
    const customer = await shop.customer('C10021');
    const at = shop.logs.length;
    const [before, page] = await untilRefused(61, () => sync(customer, '10.0.0.6'));
    expect(before).toBe(60);
    expect(page.headers.get('content-type')).toContain('application/json');
    expect(JSON.parse(page.text)).toEqual({ error: 'too-many-requests' });
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refusals(at)).toMatchObject([{ rule: 'sync', customer: 'C10021' }]);
    // The limit of the customer does not apply to the address, and the customer can still post forms.
    const persona = shop.sandbox.personas.find(({ ref }) => ref !== 'C10021');
    const other = await shop.customer(persona?.login ?? '');
    expect((await sync(other, '10.0.0.6')).status).not.toBe(429);
  });

  it('P-61 the shop allows five uploads a minute', async () => {
    const customer = await shop.customer('C10021');
    const upload = (): Promise<Page> =>
      customer.post(
        '/fr/account',
        {},
        {
          headers: {
            ...from('10.0.0.7').headers,
            'content-type': 'multipart/form-data; boundary=x',
          },
        },
      );
    const [before, page] = await untilRefused(6, upload);
    expect(before).toBe(5);
    expect(page.words()).toContain('choisissez à nouveau le fichier');
  });

  it('P-61 pasted lists are counted per customer, over all sessions and addresses', async () => {
    const list = Array.from({ length: 201 }, (_, at) => String(104_000 + at)).join('\n');
    const login = 'kempenhof@demo.example';
    const at = shop.logs.length;
    const sent: number[] = [];
    let refused: Page | null = null;
    for (let session = 0; session < 3; session += 1) {
      const customer = await shop.customer(login);
      const headers = { 'x-forwarded-for': `10.0.1.${session}` };
      for (let count = 0; count < 4; count += 1) {
        const form = { do: 'paste', paste: list };
        const page = await postFile(customer, '/fr/quick-order', form, { headers });
        sent.push(page.status);
        if (page.status === 429) refused ??= page;
      }
    }
    expect(sent.map((status) => status === 429)).toEqual([
      ...Array<boolean>(10).fill(false),
      true,
      true,
    ]);
    expect(refused?.words('[role=alert]')).toContain('Vous avez envoyé plusieurs listes');
    expect(refusals(at)).toMatchObject([
      { rule: 'upload', by: 'customer' },
      { rule: 'upload', by: 'customer' },
    ]);
    const other = await shop.customer('aanzee@demo.example');
    const page = await postFile(other, '/fr/quick-order', { do: 'paste', paste: list });
    expect(page.status).not.toBe(429);
  });

  it('P-61 ADS-01 the rate limit counts the documents of ads, not their texts, and preserves the input', async () => {
    const customer = await shop.customer('clinique@demo.example');
    const path = '/fr/account/smallads/new';
    const file = new File(['%PDF-1.4 fiche %%EOF'], 'fiche.pdf');
    const send = async (files: readonly (readonly [string, File])[]) => {
      const fields = (await customer.get(path)).form('#ad').fill({ title: 'Échographe' }).fields;
      return postFile(customer, path, { ...Object.fromEntries(fields), do: 'save' }, { files });
    };
    for (let count = 0; count < 6; count += 1) expect((await send([])).status).toBe(422);
    const at = shop.logs.length;
    const [before, refused] = await untilRefused(6, () => send([['file', file]]));
    expect(before).toBe(5);
    expect(refused.words('#errors')).toContain('Vous avez envoyé plusieurs documents');
    expect(refused.form('#ad').fields.get('title')).toBe('Échographe');
    expect(refusals(at)).toMatchObject([{ rule: 'upload' }]);
    expect((await send([])).status).toBe(422);
  });

  it('P-61 files and long lists of quick order are counted together with imports, but not single codes', async () => {
    const customer = await shop.customer('dierenarts@demo.example');
    const file = new File(['104382;1'], 'lijst.csv');
    const list = Array.from({ length: 201 }, (_, at) => String(104_000 + at)).join('\n');
    const ways = [
      () => postFile(customer, '/fr/quick-order', { do: 'file' }, { files: [['csv', file]] }),
      () => postFile(customer, '/fr/quick-order', { do: 'paste', paste: list }),
      () => choose(customer, '104382;1', 'lijst.csv'),
    ];
    const at = shop.logs.length;
    for (let count = 0; count < 5; count += 1)
      expect((await ways[count % 3]?.())?.status, `list ${count}`).not.toBe(429);
    const refused = await Promise.all(ways.map((send) => send()));
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    const [byFile, pasted] = refused;
    expect(byFile?.words('[role=alert]')).toContain('Vous avez envoyé plusieurs listes');
    // The pasted text is preserved.
    expect(pasted?.form('form.quick').fields.get('paste')?.split('\r\n')).toHaveLength(201);
    expect(refusals(at)).toHaveLength(3);
    expect(new Set(refusals(at).map(({ rule }) => rule))).toEqual(new Set(['upload']));
    for (let count = 0; count < 6; count += 1) {
      const scanned = await postFile(customer, '/fr/quick-order', { do: 'scan', code: '104382' });
      expect(scanned.status).toBe(200);
    }
  });

  it('P-61 a form above a rate limit is returned with all input, to be sent again', async () => {
    const visitor = shop.visitor();
    const typed = { name: 'Clinique "Les Tilleuls" <b>', note: 'deux\nlignes', again: '1' };
    const [, page] = await untilRefused(31, () =>
      visitor.post('/fr/cart', typed, { ...from('10.0.0.8'), follow: false }),
    );
    const form = page.form('form');
    expect(Object.fromEntries(form.fields)).toEqual(typed);
    expect(form.action.pathname).toBe('/fr/cart');
    expect(page.dom.querySelector('b')).toBeNull();
  });

  it('P-61 rate limits never apply to static files and health checks', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 150; count += 1) {
      statuses.add((await shop.visitor().get('/healthz', from('10.0.0.5'))).status);
      statuses.add((await shop.visitor().get('/favicon.svg', from('10.0.0.5'))).status);
    }
    expect([...statuses]).toEqual([200]);
  });
});

describe('with a tenth of all rate limits', () => {
  let small: TestShop;
  beforeAll(async () => {
    // 12 searches, 24 suggestions, 48 messages of one /48. The test checks the counts only: a slow machine needs more
    // than the minute in which the shop counts. The first test of this file checks the minute.
    const settings = { RATE_LIMITS: '0.1', TRUST_PROXY: '1' };
    small = await startTestShop({ products: 60, settings, tuning: { rateWindowSeconds: 3_600 } });
  });
  afterAll(() => small.stop());

  // A text that is too short causes no search.
  const suggest = (address: string, browser?: string): Promise<Page> =>
    small.visitor().get('/fr/autocomplete?q=a', from(address, browser));

  it('P-61 rate limits divided by ten do not block twenty people behind one address', async () => {
    const statuses = new Set<number>();
    for (let person = 0; person < 20; person += 1)
      for (let count = 0; count < 8; count += 1)
        statuses.add((await suggest('10.0.0.4', `PC ${person}`)).status);
    expect([...statuses]).toEqual([200]);
  });

  it('P-61 rate limits reject suggestions and searches above the limit, and no other page', async () => {
    const [suggestions, silent] = await untilRefused(25, () => suggest('10.0.0.5'));
    expect(suggestions).toBe(24);
    expect(silent.text).toBe('');
    const [searches, refused] = await untilRefused(13, () =>
      small.visitor().get('/fr/search?q=gants', from('10.0.0.5')),
    );
    expect(searches).toBe(12);
    expect(refused.dom.querySelector('a.btn')?.getAttribute('href')).toBe('/fr/search?q=gants');
    expect((await small.visitor().get('/fr', from('10.0.0.5'))).status).toBe(200);
  });

  it('P-61 rate limits count all networks of one /48 together, and another /48 apart', async () => {
    const letter = (address: string): Promise<Page> =>
      small.visitor().post('/fr/contact', { message: 'x' }, { ...from(address), follow: false });
    let at = 0;
    const line = small.logs.length;
    const [before] = await untilRefused(49, () =>
      letter(`2001:db8:2:${(at += 1).toString(16)}::1`),
    );
    expect(before).toBe(48);
    expect(refusals(line, undefined, small)).toMatchObject([{ rule: 'account-form', by: 'site' }]);
    expect((await letter('2001:db8:3:1::1')).status).not.toBe(429);
  });
});

describe('rate limits for many addresses', () => {
  const letter = (address: string, browser: string): Promise<Page> =>
    shop
      .visitor()
      .post('/fr/contact', { message: 'x' }, { ...from(address, browser), follow: false });

  it('P-61 P-90 a post counts for its /64 network, whatever the user agent and address in it', async () => {
    let at = 0;
    const [before] = await untilRefused(11, () =>
      letter(`2001:db8:1:1::${(at += 1).toString(16)}`, `Browser ${at}`),
    );
    expect(before).toBe(10);
    // The first address is in the same network, written in long notation; the second is in another network.
    expect((await letter('2001:0db8:0001:0001:ffff:0:0:1', 'x')).status).toBe(429);
    expect((await letter('2001:db8:1:2::1', 'x')).status).not.toBe(429);
  });
});

describe('rate limits of passwords', () => {
  let byForm: TestShop;
  beforeAll(async () => {
    byForm = await startTestShop({
      products: 60,
      settings: { AUTH_MODE: 'credentials', RATE_LIMITS: '1', TRUST_PROXY: '1' },
      sandbox: { authMode: 'credentials' },
      tuning: { evenStepMs: 0 },
    });
  });
  afterAll(() => byForm.stop());

  const attempt = (login: string, address: string): Promise<Page> =>
    byForm
      .visitor()
      .post('/fr/account/sign-in', { login, password: 'guess', target: '/fr' }, from(address));

  it('P-61 the shop allows one browser ten passwords a minute, and returns the form without the password', async () => {
    const [before, page] = await untilRefused(11, () => attempt('nobody@x.example', '10.1.0.1'));
    expect(before).toBe(10);
    const form = page.form('form');
    expect(form.fields.get('login')).toBe('nobody@x.example');
    expect(form.fields.get('password')).toBe('');
    expect(page.dom.querySelector('input[type=password]')).not.toBeNull();
    expect(page.text).not.toContain('guess');
  });

  it('P-61 guessing one login from many addresses is stopped, with a message on the sign-in page', async () => {
    let address = 0;
    const [before, page] = await untilRefused(21, () =>
      attempt('somebody@x.example', `10.2.0.${(address += 1)}`),
    );
    expect(before).toBe(20);
    expect(page.form('form[data-sign-in]').fields.get('login')).toBe('somebody@x.example');
    expect(page.words()).toContain('Trop d’essais');
    expect((await attempt('other@x.example', '10.2.1.1')).status).toBe(422);
    // Spellings that an ERP may treat as the same login: trimmed, uppercase, full-width, with an invisible character.
    for (const spelled of [
      'SOMEBODY@x.example\u001c',
      '\ufeffsomebody@x.example',
      'some\u200bbody@x.example',
      'ｓomebody@x.example',
    ])
      expect((await attempt(spelled, '10.2.2.1')).status, spelled).toBe(429);
  });

  it('P-61 P-90 parallel password guesses are counted like sequential ones', async () => {
    const customer = byForm.sandbox.world.customers[5];
    const login = customer?.login ?? '';
    const guesses = Array.from({ length: 60 }, (_, at) => attempt(login, `10.9.${at}.1`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    // Successful sign-ins are not counted, parallel ones included.
    const other = byForm.sandbox.world.customers[6];
    const fields = { login: other?.login ?? '', password: other?.password ?? '', target: '/fr' };
    for (let round = 0; round < 4; round += 1)
      for (const page of await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          byForm.visitor().post('/fr/account/sign-in', fields, {
            ...from(`10.10.${at}.${round}`),
            follow: false,
          }),
        ),
      ))
        expect(page.status).toBe(303);
  });

  it('P-90 a known browser can sign in, however many clients guess from elsewhere', async () => {
    const customer = byForm.sandbox.world.customers[0];
    if (!customer) throw new Error('no sample customer');
    const { login, password } = customer;
    const own = byForm.visitor();
    const signInFrom = (visitor: Visitor, given: string, address: string): Promise<Page> =>
      visitor.post(
        '/fr/account/sign-in',
        { login: given, password, target: '/fr' },
        { ...from(address), follow: false },
      );
    expect((await signInFrom(own, login, '10.4.0.1')).status).toBe(303);
    const statuses = new Set<number>();
    for (let guess = 1; guess <= 100; guess += 1)
      statuses.add((await attempt(login, `10.5.${guess}.1`)).status);
    expect([...statuses].sort()).toEqual([422, 429]);
    // The customer signs in from the first address, from another address, and from the guessing address.
    for (const address of ['10.4.0.1', '10.4.9.9', '10.5.1.1'])
      expect((await signInFrom(own, ` ${login.toUpperCase()}`.trim(), address)).status).toBe(303);
    // Neither a browser known for another login, nor the cookie of another browser, is accepted for this login.
    expect(meant(await signInFrom(byForm.visitor(), login, '10.6.0.1'))).toBe(429);
    const other = byForm.sandbox.world.customers.find(
      (one) => one.login.toLowerCase() !== login.toLowerCase() && one.password !== '',
    );
    const stranger = byForm.visitor();
    const theirs = await stranger.post(
      '/fr/account/sign-in',
      { login: other?.login ?? '', password: other?.password ?? '', target: '/fr' },
      { ...from('10.6.0.2'), follow: false },
    );
    expect(theirs.status).toBe(303);
    const walls = (): number =>
      byForm.logs.filter((line) => line['rule'] === 'wrong-password').length;
    const before = walls();
    // Rejected, and redirected as the customer who is signed in.
    await signInFrom(stranger, login, '10.6.0.2');
    expect(walls()).toBe(before + 1);
  });

  it('P-90 AUTH-09 while a login is locked, an unknown browser can sign in through the password mail', async () => {
    const customer = byForm.sandbox.world.customers[4];
    const login = customer?.login ?? '';
    let at = 0;
    await untilRefused(21, () => attempt(login, `10.8.0.${(at += 1)}`));
    const stranger = byForm.visitor();
    await stranger.jar.setCookie('locale=fr', byForm.url);
    const signIn = (who: Visitor, password: string, follow = false): Promise<Page> =>
      who.post(
        '/fr/account/sign-in',
        { login, password, target: '/fr' },
        { ...from('10.8.1.1'), follow },
      );
    // The right password is rejected too, and the page offers the alternative.
    const wall = await signIn(stranger, customer?.password ?? '', true);
    expect(wall.status).toBe(429);
    expect(wall.dom.querySelector('a[href^="/fr/account/forgotten-password"]')).not.toBeNull();
    const asked = await stranger.post(
      '/fr/account/forgotten-password',
      { login },
      { ...from('10.8.1.1'), follow: false },
    );
    expect(asked.status).toBeLessThan(400);
    const mails = byForm.sandbox.erp.control.mails();
    const token = /"token":"([^"]+)"/.exec(JSON.stringify(mails.at(-1)))?.[1] ?? '';
    expect(token).not.toBe('');
    const page = await stranger.get(
      `/fr/account/new-password?token=${encodeURIComponent(token)}`,
      from('10.8.1.1'),
    );
    const set = await page
      .form('#new-password')
      .fill({ password: 'Another-0ne-entirely' })
      .submit();
    expect(set.status).toBe(200);
    expect((await stranger.get('/fr/account/profile')).status).toBe(200);
    // From now on this browser is known: guesses from elsewhere do not lock it out.
    expect((await signIn(stranger, 'Another-0ne-entirely')).status).toBe(303);
    expect(meant(await signIn(byForm.visitor(), 'Another-0ne-entirely'))).toBe(429);
  });

  it('P-61 P-90 one login gets at most five password mails, however many clients ask', async () => {
    const login = byForm.sandbox.world.customers[5]?.login ?? '';
    const mailed = (): number =>
      byForm.sandbox.erp.control.mails().filter((mail) => JSON.stringify(mail).includes(login))
        .length;
    const before = mailed();
    for (let at = 1; at <= 8; at += 1) {
      const asked = await byForm
        .visitor()
        .post(
          '/fr/account/forgotten-password',
          { login: at % 2 === 0 ? login : login.toUpperCase() },
          { ...from(`10.9.${at}.1`), follow: false },
        );
      // The response does not reveal that no mail was sent.
      expect(asked.status).toBe(303);
    }
    expect(mailed() - before).toBe(5);
  });

  it('P-90 password guesses are limited in a known browser too', async () => {
    const customer = byForm.sandbox.world.customers[2];
    const own = byForm.visitor();
    const signIn = (password: string, at: number): Promise<Page> =>
      own.post(
        '/fr/account/sign-in',
        { login: customer?.login ?? '', password, target: '/fr' },
        { ...from(`10.7.${at}.1`), follow: false },
      );
    expect((await signIn(customer?.password ?? '', 0)).status).toBe(303);
    let at = 0;
    const [before] = await untilRefused(11, () => signIn('guess', (at += 1)));
    expect(before).toBe(10);
  });

  it('P-61 the shop allows one browser ten requests for a new password a minute', async () => {
    const [before] = await untilRefused(11, () =>
      byForm
        .visitor()
        .post(
          '/fr/account/forgotten-password',
          { login: 'x' },
          { ...from('10.3.0.1'), follow: false },
        ),
    );
    expect(before).toBe(10);
  });
});
