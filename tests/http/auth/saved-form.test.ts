/** Forms posted after the session has ended: AUTH-05, P-31, P-54. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anne, bert, minuteMs, startAuthWorld, type AuthWorld } from '../../support/auth-app';

let world: AuthWorld;
beforeEach(async () => {
  world = await startAuthWorld();
});
afterEach(() => world.close());

describe('a form that was posted after the session had ended', () => {
  const fields = {
    note: 'Livrer à l’arrière',
    qty: '3',
    password: 'pw',
    form_token: 't',
    file_name: 'f',
  };

  it('AUTH-05 a form posted without a session is refilled once after sign-in, without passwords, tokens and files', async () => {
    const browser = await world.signedIn();
    world.erp.control.fault({
      match: { path: 'customer' },
      status: 401,
      body: { detail: 'Unauthorized' },
    });
    const visit = await browser.post('/fr/private/form?step=2', fields);
    expect(visit.url.pathname + visit.url.search).toBe('/fr/private/form?step=2');
    expect(visit.page.kept).toEqual({
      action: '/fr/private/form?step=2',
      fields: [
        ['note', 'Livrer à l’arrière'],
        ['qty', '3'],
      ],
      fileMissing: false,
    });
    expect((await browser.get('/fr/private/form')).page.kept).toBeNull();
  });

  it('AUTH-05 a form posted without a session is refilled after eight idle hours too', async () => {
    const browser = await world.signedIn();
    world.clock.advance(9 * 60 * minuteMs);
    const visit = await browser.post('/fr/private/form', fields);
    expect(visit.page.kept?.fields).toHaveLength(2);
  });

  it('AUTH-05 AUTH-08 a form of up to the usual size is stored after a sign-out elsewhere, for the same customer only', async () => {
    const fields = { note: 'x'.repeat(30_000) };
    const browser = await world.signedIn();
    await browser.post('/fr/account/sign-out', {}, { follow: false });
    expect((await browser.post('/fr/private/form', fields)).page.kept?.fields).toHaveLength(1);
    await browser.post('/fr/account/sign-out', {}, { follow: false });
    world.idp.signInAs(bert);
    const visit = await browser.post('/fr/private/form', fields);
    expect(visit.page.view?.customer?.['login']).toBe('bert');
    expect(visit.page.kept).toBeNull();
    await browser.post('/fr/account/sign-out', {}, { follow: false });
    world.clock.advance(31 * minuteMs);
    await browser.post('/fr/private/form', fields, { follow: false });
    expect(browser.cookie('form')).toBeUndefined();
  });

  it('AUTH-05 a form posted without a session is stored until its own page is opened', async () => {
    const browser = await world.signedIn();
    world.clock.advance(9 * 60 * minuteMs);
    await browser.post('/fr/private/form', fields, { follow: false });
    expect((await browser.get('/fr/private/other')).page.kept).toBeNull();
    expect((await browser.get('/fr/private/form')).page.kept).not.toBeNull();
  });

  it('AUTH-05 P-54 a form posted without a session is not shown to another customer on the same computer', async () => {
    const browser = await world.signedIn();
    world.clock.advance(9 * 60 * minuteMs);
    world.idp.signInAs(bert);
    const visit = await browser.post('/fr/private/form', fields);
    expect(visit.page.view?.customer?.['login']).toBe('bert');
    expect(visit.page.kept).toBeNull();
    world.idp.signInAs(anne);
    await browser.get('/fr/account/sign-in');
    expect((await browser.get('/fr/private/form')).page.kept).toBeNull();
  });

  it('P-88 AUTH-05 a form of an anonymous client is stored up to 4 kB, three times a minute per network', async () => {
    const kept = async (note: string): Promise<boolean> => {
      const browser = world.browser();
      await browser.post('/fr/private/form', { note }, { follow: false });
      return browser.cookie('form') !== undefined;
    };
    expect(await kept('x'.repeat(4_200))).toBe(false);
    const answers: boolean[] = [];
    for (let form = 0; form < 5; form += 1) answers.push(await kept('x'.repeat(3_500)));
    expect(answers).toEqual([true, true, true, false, false]);
    world.clock.advance(minuteMs);
    expect(await kept('short')).toBe(true);
    // A customer with an expired session does not count as an anonymous client.
    for (let form = 0; form < 5; form += 1) await kept('short');
    const browser = await world.signedIn();
    world.clock.advance(9 * 60 * minuteMs);
    const visit = await browser.post('/fr/private/form', { note: 'x'.repeat(30_000) });
    expect(visit.page.kept?.fields).toEqual([['note', 'x'.repeat(30_000)]]);
  });

  it('P-31 AUTH-05 a form above 64 kB is not stored', async () => {
    const browser = await world.signedIn();
    world.clock.advance(9 * 60 * minuteMs);
    const visit = await browser.post('/fr/private/form', { note: 'x'.repeat(65_600) });
    expect(visit.status).toBe(200);
    expect(visit.page.kept === null).toBe(true);
  });
});
