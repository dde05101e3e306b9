import { expect, it } from 'vitest';
import type { PageRequest } from '~/base/page/page';
import type { SiteContent } from '~/base/page/site-content';
import type { SafeHtml } from '~/base/ui/html';
import { translator } from '~/base/i18n/translate';
import { layoutMarkup } from './layout-markup.server';

const canary = 'Clinique Canari C10999';

interface Facts {
  canOrder?: boolean;
  company?: string;
  locale?: 'fr' | 'nl';
}

/** A page whose customer data all contain the word `canary`. */
function pageOf({ canOrder = true, company = 'SA', locale = 'fr' }: Facts): PageRequest {
  const customer = { name: canary, ref: canary, email: canary, login: canary, canOrder };
  const desks = [{ name: 'orders', phone: '+32 2 000 00 00', hours: [[450, 750]] }];
  return {
    locale,
    t: translator(locale),
    url: new URL(`https://shop.example/${locale}?q=${canary}`),
    context: {
      site: {
        tags: { fr: 'fr-BE', nl: 'nl-BE' },
        origin: canary,
        version: '',
        brand: { desks, company: { fr: company, nl: company, en: company } },
      },
      session: { kind: 'customer', key: canary, customer },
      requestId: canary,
      erp: { offers: () => true },
      clock: { now: () => new Date(0) },
      savesData: false,
      nonce: canary,
    },
  } as unknown as PageRequest;
}

const navigation = [{ id: 1, name: 'Aliments', urlKey: 'aliments' }];
const content = (text: string, path = '/fr/page/livraison'): SiteContent => ({
  pages: [{ title: 'Livraison', path, slots: ['footer'], group: null }],
  snippets: new Map([['footer_contact', `<p>${text}</p>` as SafeHtml]]),
});
const drawn = (facts: Facts = {}, parts = { navigation, content: content('Appelez-nous.') }) =>
  layoutMarkup(pageOf(facts), parts);

it('P-27 SHELL-01 cached markup contains no data of the customer whose page rendered it first', () => {
  const first = drawn();
  expect(first.footer).toContain('Appelez-nous.');
  expect(first.categories).toContain('href="/fr/c/aliments"');
  expect(JSON.stringify(first)).not.toContain('anari');
  expect(drawn()).toEqual(first);
});

it('SHELL-01 CMS-01 cached markup depends on all it shows: language, shop, rights and ERP content', () => {
  const first = drawn();
  expect(drawn({ locale: 'nl' }).footer).not.toBe(first.footer);
  expect(drawn({ company: 'Autre SA' }).footer).toContain('Autre SA');
  expect(first.footer).toContain('/fr/quick-order');
  expect(drawn({ canOrder: false }).footer).not.toContain('/fr/quick-order');
  expect(drawn({}, { navigation, content: content('Écrivez-nous.') }).footer).toContain('Écrivez');
  const moved = content('Appelez-nous.', '/fr/page/envoi');
  expect(drawn({}, { navigation, content: moved }).footer).toContain('/fr/page/envoi');
  const other = { navigation: [{ id: 1, name: 'Soins', urlKey: 'soins' }], content: moved };
  expect(drawn({}, other).categories).toContain('Soins');
  expect(drawn()).toEqual(first);
});
