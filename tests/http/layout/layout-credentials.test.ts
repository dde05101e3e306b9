/** Sign-in, registration and passwords in credentials mode, by plain forms (AUTH-09). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({
    settings: { AUTH_MODE: 'credentials' },
    sandbox: { authMode: 'credentials' },
  });
});
afterAll(() => shop.stop());

const tokenIn = (address: string): string => {
  const mail = shop.sandbox.erp.control
    .mails()
    .findLast((one) => JSON.stringify(one).includes(address));
  return /"token":"([^"]+)"/.exec(JSON.stringify(mail))?.[1] ?? '';
};

async function signedIn(): Promise<Visitor> {
  const visitor = shop.visitor();
  const form = (await visitor.get('/fr/account/sign-in')).form('form[data-sign-in]');
  await form.fill({ login: 'vet@demo.example', password: 'vet-demo' }).submit();
  return visitor;
}

describe('the sign-in form', () => {
  it('AUTH-09 AUTH-13 the sign-in form signs in and returns to the requested page', async () => {
    const visitor = shop.visitor();
    const asked = await visitor.get('/fr/account?most=food');
    expect(asked.url.pathname).toBe('/fr/account/sign-in');
    const page = await asked
      .form('form[data-sign-in]')
      .fill({ login: 'vet@demo.example', password: 'vet-demo' })
      .submit();
    expect(page.url.pathname + page.url.search).toBe('/fr/account?most=food');
    expect(page.status).toBe(200);
  });

  it('AUTH-09 the sign-in form preserves the login but not the password when they are wrong', async () => {
    const form = (await shop.visitor().get('/nl/account/sign-in')).form('form[data-sign-in]');
    const page = await form.fill({ login: 'vet@demo.example', password: 'wrong-word' }).submit();
    expect(page.status).toBe(422);
    expect(page.words('[role=alert]')).toContain('onbekend');
    expect(page.dom.querySelector('input[name=login]')?.getAttribute('value')).toBe(
      'vet@demo.example',
    );
    const password = page.dom.querySelector('input[name=password]');
    expect(password?.getAttribute('value')).toBeUndefined();
    expect(page.dom.querySelectorAll('[role=alert]')).toHaveLength(1);
    expect(page.words().split('onbekend')).toHaveLength(2);
    expect(page.text).not.toContain('wrong-word');
  });

  it.each([
    ['a wrong password', '/fr/account/sign-in', 'auth/login'],
    ['the wish for a new one', '/fr/account/forgotten-password', 'auth/request_reset_password'],
  ])(
    'AUTH-09 P-90 the response time of %s does not reveal whether a login exists',
    async (_, path, call) => {
      const { control } = shop.sandbox.erp;
      const ended: string[] = [];
      const asking = async (login: string): Promise<void> => {
        const fields = { login, password: 'wrong-word', target: '/fr' };
        const headers = { cookie: 'locale=fr' };
        await shop.visitor().post(path, fields, { follow: false, headers });
        ended.push(login);
      };
      // An ERP that hashes a password or sends a mail takes longer for an existing login.
      control.fault({ match: { method: 'POST', path: `*${call}` }, delay_ms: 200 });
      const before = control.requests().length;
      const known = asking('vet@demo.example');
      await expect.poll(() => control.requests().length).toBeGreaterThan(before);
      const unknown = asking('nobody@demo.example');
      await Promise.all([known, unknown]);
      // The first request started earlier: it ends first only if both responses wait for the same time step.
      expect(ended).toEqual(['vet@demo.example', 'nobody@demo.example']);
    },
  );

  it('PROF-01 AUTH-09 the profile sends the customer a mail for a new password', async () => {
    const customer = await signedIn();
    const profile = await customer.get('/fr/account/profile');
    const before = shop.sandbox.erp.control.mails().length;
    const sent = await profile
      .form('main form:has(button[value=password])')
      .submit({ name: 'do', value: 'password' });
    expect(sent.url.pathname).toBe('/fr/account/profile');
    expect(shop.sandbox.erp.control.mails()).toHaveLength(before + 1);
    const token = tokenIn('vet@demo.example');
    expect(token).not.toBe('');
    expect(sent.text).not.toContain(token);
  });

  it('AUTH-08 the page after sign-out never calls a customer with a session signed out', async () => {
    // The provider has not confirmed the end of its own session.
    const open = await shop.visitor().get('/nl/account/signed-out?provider=open');
    expect(open.words('main')).toContain('sluit op een gedeelde computer de browser');
    const out = await shop.visitor().get('/nl/account/signed-out');
    expect(out.status).toBe(200);
    const customer = await signedIn();
    const back = await customer.get('/nl/account/signed-out');
    expect(back.url.pathname).toBe('/nl');
    expect(back.words()).not.toBe(out.words());
  });

  it.each([
    ['sign-in?target=%2Fnl%2Faccount', { login: 'vet@demo.example', password: 'vet-demo' }],
    ['register', { name: 'Nieuw', login: 'nieuw@demo.example', password: 'long enough' }],
    ['forgotten-password', { login: 'vet@demo.example' }],
    ['new-password?token=once', { password: 'long enough' }],
  ])(
    'AUTH-09 at %s, a browser without cookies sees the reason and its input, and the ERP gets no call',
    async (path, fields) => {
      const visitor = shop.visitor();
      const page = await visitor.get(`/nl/account/${path}`);
      await visitor.jar.removeAllCookies();
      const before = shop.sandbox.erp.control.requests().length;
      const refused = await page.form('main form').fill(fields).submit();
      expect([refused.status, refused.hops.length]).toEqual([422, 1]);
      expect(refused.words('[role=alert]')).toContain('cookies');
      for (const [name, typed] of Object.entries(fields))
        expect(refused.form('main form').fields.get(name)).toBe(name === 'password' ? '' : typed);
      expect(refused.text).not.toMatch(/vet-demo|long enough/);
      const posts = shop.sandbox.erp.control.requests().slice(before);
      expect(posts.filter(({ method }) => method === 'POST')).toEqual([]);
      // After the browser allows cookies on that page, the same form works.
      const again = await refused.form('main form').fill(fields).submit();
      expect(again.words()).not.toContain('aanvaardt de cookies');
    },
  );

  it('P-16 the sign-in form never redirects to another site', async () => {
    const page = await shop.visitor().get('/fr/account/sign-in?target=%2F%2Fevil.example%2F');
    expect(page.dom.querySelector('input[name=target]')?.getAttribute('value')).toBe('/fr');
  });

  it('AUTH-09 REG-01 the short registration links to the full registration', async () => {
    const visitor = shop.visitor();
    const short = await visitor.get('/fr/account/register');
    expect(short.dom.querySelector('input[name=password]')).not.toBeNull();
    const way = short.dom
      .querySelectorAll('main a')
      .map((link) => link.getAttribute('href') ?? '')
      .find((href) => href.includes('form=full'));
    const full = await visitor.get(way ?? '');
    const wrong = await full.form('form#registration').fill({ firstName: 'Anne' }).submit();
    expect(wrong.status).toBe(422);
    expect(wrong.dom.querySelector('[name=firstName]')?.getAttribute('value')).toBe('Anne');
  });

  it('AUTH-08 sign-out in credentials mode ends on its own page', async () => {
    const customer = shop.visitor();
    const form = (await customer.get('/en/account/sign-in')).form('form[data-sign-in]');
    await form.fill({ login: 'vet@demo.example', password: 'vet-demo' }).submit();
    const page = await (await customer.get('/en/account/sign-out')).form('main form').submit();
    expect(page.url.pathname).toBe('/en/account/signed-out');
    expect(page.words()).toContain('You are signed out');
  });
});

describe('registration and passwords', () => {
  it('AUTH-09 registration sends nothing unless name, login and password are all present', async () => {
    const before = shop.sandbox.erp.control.requests().length;
    const whole = { name: 'Dr Neuf', login: 'neuf@demo.example', password: 'long enough' };
    const lacking = [{ name: ' ' }, { login: '' }, { login: '\t ' }, { password: '' }];
    for (const lack of lacking) {
      const form = (await shop.visitor().get('/fr/account/register')).form('#register');
      const page = await form.fill({ ...whole, ...lack }).submit();
      expect(page.status, JSON.stringify(lack)).toBe(422);
      const kept = lack.login === undefined ? 'login' : 'name';
      expect(page.form('#register').fields.get(kept)).toBe(whole[kept]);
    }
    const asked = shop.sandbox.erp.control.requests().slice(before);
    expect(asked.filter(({ path }) => path.includes('register'))).toEqual([]);
  });

  it('AUTH-09 a new account is signed in at once; its login cannot be registered twice', async () => {
    const account = { name: 'Dr Neuf', login: 'neuf@demo.example', password: 'long enough' };
    const visitor = shop.visitor();
    const form = (await visitor.get('/fr/account/register')).form('#register');
    const page = await form.fill(account).submit();
    expect(page.url.pathname).toBe('/fr');
    expect(page.words('header')).toContain('Dr Neuf');
    const again = await (
      await shop.visitor().get('/fr/account/register')
    )
      .form('#register')
      .fill(account)
      .submit();
    expect(again.status).toBe(422);
    expect(again.words('[role=alert]')).toContain('a déjà un compte');
  });

  it('AUTH-09 a forgotten password is replaced with the token from the mail, which works once', async () => {
    const visitor = shop.visitor();
    const asked = await (
      await visitor.get('/fr/account/forgotten-password')
    )
      .form('#forgotten-password')
      .fill({ login: 'dierenarts@demo.example' })
      .submit();
    expect(asked.words('.toasts')).toContain('Si ce compte existe');
    const token = tokenIn('dierenarts@demo.example');
    expect(token).not.toBe('');
    // The dot and the bracket behind the link were copied with it.
    const path = `/fr/account/new-password?token=${encodeURIComponent(token)}%3E.`;
    const fill = { password: 'quite another one' };
    const page = await (await visitor.get(path)).form('#new-password').fill(fill).submit();
    expect(page.url.pathname).toBe('/fr');
    expect(page.words('header')).not.toContain('Se connecter');
    const again = await (await shop.visitor().get(path)).form('#new-password').fill(fill).submit();
    expect(again.status).toBe(422);
    expect(again.words('[role=alert]')).toContain('n’est plus valable');
  });

  it('AUTH-09 a new password ends the sessions opened with the old one', async () => {
    const login = 'vet@demo.example';
    const elsewhere = shop.visitor();
    const form = (await elsewhere.get('/fr/account/sign-in')).form('form[data-sign-in]');
    const before = await form.fill({ login, password: 'vet-demo' }).submit();
    expect(before.words('header')).toContain('C10021');
    const visitor = shop.visitor();
    const asked = await visitor.get('/fr/account/forgotten-password');
    await asked.form('#forgotten-password').fill({ login }).submit();
    const path = `/fr/account/new-password?token=${encodeURIComponent(tokenIn(login))}`;
    const done = await (
      await visitor.get(path)
    )
      .form('#new-password')
      .fill({ password: 'another-word-1' })
      .submit();
    expect(done.words('header')).toContain('C10021');
    expect((await elsewhere.get('/fr')).words('header')).not.toContain('C10021');
    expect((await visitor.get('/fr')).words('header')).toContain('C10021');
  });

  it('AUTH-09 a password link without its token is reported as incomplete', async () => {
    const page = await shop.visitor().get('/en/account/new-password');
    expect(page.words('[role=alert]')).toContain('incomplete');
    expect(page.dom.querySelector('input[name=password]')).toBeNull();
  });

  it('AUTH-13 the link for existing customers keeps the requested page', async () => {
    const target = '/fr/account?most=food';
    const page = await shop
      .visitor()
      .get(`/fr/account/register?target=${encodeURIComponent(target)}`);
    const ways = page.dom.querySelectorAll('#register a').map((link) => link.getAttribute('href'));
    expect(ways).toContain(`/fr/account/sign-in?target=${encodeURIComponent(target)}`);
    expect(ways).toContain(`/fr/account/register?target=${encodeURIComponent(target)}&form=full`);
  });

  it('AUTH-09 the page about a forgotten password does not reveal whether a login exists', async () => {
    const ask = async (login: string): Promise<string> =>
      (
        await (
          await shop.visitor().get('/fr/account/forgotten-password')
        )
          .form('#forgotten-password')
          .fill({ login })
          .submit()
      ).words('.toasts');
    expect(await ask('nobody@nowhere.example')).toBe(await ask('vet@demo.example'));
  });

  it('AUTH-09 an e-mail address is confirmed by a button, not by opening the link', async () => {
    const token = tokenIn('neuf@demo.example');
    const owner = shop.visitor();
    const signIn = (await owner.get('/fr/account/sign-in')).form('form[data-sign-in]');
    await signIn.fill({ login: 'neuf@demo.example', password: 'long enough' }).submit();
    expect((await owner.get('/fr/account/profile')).words()).toContain('adresse non confirmée');
    const path = `/fr/account/validate-email?token=${encodeURIComponent(token)}).`;
    const before = shop.sandbox.erp.control.requests().length;
    const page = await owner.get(path);
    const asked = shop.sandbox.erp.control.requests().slice(before);
    expect(asked.filter(({ path: one }) => one.includes('validate_email'))).toEqual([]);
    expect((await page.form('main form').submit()).words('.toasts')).toContain('confirmée');
    expect((await owner.get('/fr/account/profile')).words()).not.toContain('adresse non confirmée');
    const wrong = await shop.visitor().get('/fr/account/validate-email?token=nonsense');
    expect((await wrong.form('main form').submit()).status).toBe(422);
  });
});
