/** An ERP that answers 401 right after sign-in: another sign-in would have the same result (AUTH-05). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
let ahead = 0;
beforeAll(async () => {
  shop = await startTestShop({ clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.erp.control.clearFaults());

const refuse = (path: string): void =>
  shop.sandbox.erp.control.fault({
    match: { path },
    status: 401,
    body: { detail: 'Unauthorized' },
    times: 1_000,
  });
const since = (earlier: number, event: string) =>
  shop.logs.slice(earlier).filter((line) => line['event'] === event);

const sentences = {
  fr: 'notre système de commande refuse votre session',
  nl: 'ons bestelsysteem weigert uw sessie',
  en: 'our ordering system refuses your session',
} as const;

describe('an ERP that answers 401 right after each sign-in', () => {
  it.each(['fr', 'nl', 'en'] as const)(
    'AUTH-05 the page after sign-in shows an error in %s with its reference, and does not sign in again',
    async (locale) => {
      const vet = await shop.customer('vet@demo.example');
      for (const path of ['sales', 'orders']) refuse(path);
      const earlier = shop.logs.length;
      const page = await vet.get(`/${locale}/account/sales`);
      expect([page.status, page.url.pathname]).toEqual([503, `/${locale}/account/sales`]);
      expect(page.words('main')).toContain(sentences[locale]);
      const [refusal, ...others] = since(earlier, 'erp.session_refused');
      expect(others).toEqual([]);
      expect(refusal).toMatchObject({ level: 'error', reason: 'erp-401' });
      expect(refusal?.['msg']).toContain('another key, issuer or audience');
      expect(page.words('main')).toContain(String(refusal?.['reference']));
      expect(since(earlier, 'sign_in.started')).toEqual([]);
    },
  );

  it('AUTH-05 an older session that the ERP rejects causes one sign-in, and then the error page', async () => {
    const vet = await shop.customer('vet@demo.example');
    ahead += 3 * 60_000;
    for (const path of ['sales', 'orders']) refuse(path);
    const earlier = shop.logs.length;
    const page = await vet.get('/fr/account/sales');
    expect([page.status, page.url.pathname]).toEqual([503, '/fr/account/sales']);
    expect(page.words('main')).toContain(sentences.fr);
    expect(since(earlier, 'sign_in.started')).toHaveLength(1);
    expect(since(earlier, 'erp.session_refused')).toHaveLength(1);
  });

  it('AUTH-05 a form rejected after the 401 keeps its fields until a later sign-in succeeds', async () => {
    const vet = await shop.customer('vet@demo.example');
    const form = (await vet.get('/fr/account/wishlists')).form('#new-list');
    refuse('wishlists');
    const refused = await form.fill({ name: 'Salle 2' }).submit();
    expect(refused.status).toBe(503);
    shop.sandbox.erp.control.clearFaults();
    const again = await vet.get('/fr/account/wishlists');
    expect(again.status).toBe(200);
    expect(again.words('#kept-form')).not.toBe('');
  });
});
