/** Registration and contact forms on a phone, without script. */
import type { Browser, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../server/auth/session/seal';
import { createReceipts } from '../../server/http/forms/receipts';
import { violationsOf } from '../support/accessible';
import { leave, screen } from '../support/browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

const secret = 'a secret that signs what pages of thanks show';
const receipts = createReceipts(createSeal(secret));
let shop: TestShop;
let browser: Browser;
shopAndBrowser(
  (started) => {
    ({ shop, browser } = started);
  },
  { products: 60, settings: { SESSION_SECRET: secret } },
);

async function faults(page: Page, colours: boolean): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...(await violationsOf(page, { colours })),
    ...(wide > 0 ? [`${page.url()} scrolls sideways by ${wide} px`] : []),
  ];
}

/** Fills in every required field except `consent`. */
async function fillRequest(page: Page): Promise<void> {
  await page.selectOption('[name=title]', 'dr');
  await page.fill('[name=firstName]', 'Anne');
  await page.fill('[name=lastName]', 'Lenoir');
  await page.fill('[name=email]', 'anne@clinique.example');
  await page.selectOption('[name=functionType]', 'veterinary');
  await page.check('[name=activities][value=equine]');
  await page.fill('[name=vat]', 'BE0477472702');
  await page.fill('[name=street]', 'Rue Neuve 3');
  await page.fill('[name=zip]', '4000');
  await page.fill('[name=city]', 'Liège');
}

describe('the ERP’s forms in a browser', () => {
  it.each(['fr', 'nl', 'en'])(
    'REG-01 CMS-05 CMS-06 P-85 in %s the registration, contact and newsletter pages have no accessibility violation, with valid and invalid input, at 360 and 1280 px',
    async (locale) => {
      for (const width of [360, 1280]) {
        // axe needs script; the tested pages are those that are served without script too.
        const context = await screen(browser, { width, script: true, locale });
        const page = await context.newPage();
        const colours = locale === 'fr';
        const forms = {
          'account/register': 'registration',
          contact: 'contact',
          newsletter: 'newsletter',
        };
        for (const [path, id] of Object.entries(forms)) {
          await page.goto(`${shop.url}/${locale}/${path}`);
          expect(await faults(page, colours)).toEqual([]);
          await page.click(`form#${id} button[type=submit]`);
          await page.waitForSelector('#errors');
          expect(await faults(page, colours)).toEqual([]);
        }
        const sent = (about: string) => `sent=${receipts.give(about, new Date())}`;
        for (const path of [
          'account/registered',
          `account/registered?${sent('registration')}`,
          `contact-success?file=no&${sent('contact')}`,
          `newsletter?${sent('newsletter')}`,
        ]) {
          await page.goto(`${shop.url}/${locale}/${path}`);
          expect(await faults(page, colours)).toEqual([]);
        }
        await context.close();
      }
    },
  );

  it('CMS-04 P-78 without script on a phone, table rows of a form can be added and removed, and input is preserved', async () => {
    const context = await screen(browser, { width: 360, script: false });
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/form/training_evening`);
    await page.fill('[name="f.practice.name"]', 'Clinique du Pré');
    await page.fill('[name="f.people.0.first"]', 'Anne');
    await page.check('[name="f.workshops:scan"]');
    await leave(page, () => page.click('button[value="row.people"]'));
    await page.fill('[name="f.people.1.first"]', 'Bea');
    await page.check('[name="f.people.1.role"][value=nurse]');
    await leave(page, () => page.click('button[value="drop.0.people"]'));
    expect(await page.inputValue('[name="f.people.0.first"]')).toBe('Bea');
    expect(await page.isChecked('[name="f.people.0.role"][value=nurse]')).toBe(true);
    expect(await page.locator('[name="f.people.1.first"]').count()).toBe(0);
    expect(await page.inputValue('[name="f.practice.name"]')).toBe('Clinique du Pré');
    expect(await page.isChecked('[name="f.workshops:scan"]')).toBe(true);
    await page.fill('[name="f.contact.name"]', 'Anne');
    // Enter submits the form, and activates no button of the table.
    await page.press('[name="f.contact.name"]', 'Enter');
    await page.waitForURL(/sent/);
    expect(await page.textContent('main')).toContain('Merci, c’est envoyé');
    await context.close();
  });

  it('REG-01 P-78 without script on a phone, a registration shows an error, accepts its correction, and shows the confirmation page', async () => {
    const context = await screen(browser, { width: 360, script: false });
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/account/register`);
    await fillRequest(page);
    await page.check('[name=consent]');
    await leave(page, () => page.click('button[value=registration]'));
    const wrong = page.locator('#errors a');
    expect(await wrong.count()).toBe(1);
    // The link in the list of errors leads to the invalid field.
    await wrong.click();
    expect(page.url()).toContain('#registration-vat');
    expect(await page.inputValue('[name=city]')).toBe('Liège');
    expect(await page.isChecked('[name=activities][value=equine]')).toBe(true);
    expect(await page.isChecked('[name=consent]')).toBe(true);
    await page.fill('[name=vat]', 'BE0477472701');
    await page.click('button[value=registration]');
    await page.waitForURL('**/fr/account/registered*');
    // Reloading the page sends nothing again.
    await page.reload();
    const { control } = shop.sandbox.erp;
    expect(control.inbox().filter(({ kind }) => kind === 'registration')).toHaveLength(1);
    await context.close();
  });

  it('CMS-05 P-31 P-78 without script, a contact form with a photo that is too large keeps the message and drops the photo', async () => {
    const context = await screen(browser, { width: 360, script: false });
    const page = await context.newPage();
    await page.goto(`${shop.url}/fr/contact`);
    await page.selectOption('[name=subject]', 'Retour ou réclamation');
    await page.fill('textarea[name=description]', 'Colis abîmé\nVoir la photo');
    await page.fill('[name=name]', 'Anne');
    await page.fill('[name=email]', 'anne@clinique.example');
    const photo = (bytes: number) => ({
      name: 'IMG 0001.JPG',
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.alloc(bytes, 7)]),
    });
    await page.setInputFiles('[name=file]', photo(7 * 1024 * 1024));
    await leave(page, () => page.click('form#contact button[type=submit]'));
    expect(await page.textContent('body')).toContain('Le fichier ne peut pas dépasser 5\u00a0Mo');
    expect(await page.inputValue('textarea[name=description]')).toBe('Colis abîmé\nVoir la photo');
    expect(await page.inputValue('[name=subject]')).toBe('Retour ou réclamation');
    await page.setInputFiles('[name=file]', photo(40_000));
    await page.click('form#contact button[type=submit]');
    await page.waitForURL('**/fr/contact-success*');
    const sent = shop.sandbox.erp.control.inbox().findLast(({ kind }) => kind === 'lead');
    expect(sent?.files).toHaveLength(1);
    await context.close();
  });
});
