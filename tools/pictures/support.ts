/** Pictures of the support page (OPS-07) with a failed order, a cart in doubt and pending changes. */
import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { screen } from '../../tests/support/browser';
import type { TestShop } from '../../tests/support/shop';
import { saveWebp } from './webp';

/** Creates the troubles that a customer would call about; returns the reference of the failed page. */
async function customerWithTroubles(shop: TestShop, login: string): Promise<string> {
  const { control } = shop.sandbox.erp;
  const who = await shop.customer(login);
  const results = await who.get('/fr/search?q=chien');
  const sheet = results.form('form[data-sheet]');
  const [first = '', second = ''] = [...sheet.fields.keys()].filter((name) =>
    name.startsWith('q.'),
  );
  await sheet.fill({ [first]: '3' }).submit();
  const orders = await who.get('/fr/account/sales');
  const order = orders.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
  control.fault({ match: { path: 'sales/*' }, status: 500, delay_ms: 700, times: 2 });
  await who.get(order);
  const failed = shop.logs.findLast(({ event }) => event === 'request.answered')?.['reference'];
  control.fault({ match: { method: 'POST', path: '*sync' }, drop: 'after', times: 1 });
  await results
    .form('form[data-sheet]')
    .fill({ [second]: '2' })
    .submit();
  const cart = await who.get('/fr/cart');
  await cart
    .form('#cart')
    .fill({ [first]: '5' })
    .submit();
  return typeof failed === 'string' ? failed : '';
}

export const supportNames = ['support', 'support-customer', 'support-near'] as const;

/** Queries of the support page, by picture name. */
export async function supportPages(
  shop: TestShop,
  customer: { login: string; ref: string },
): Promise<Record<(typeof supportNames)[number], string>> {
  const reference = await customerWithTroubles(shop, customer.login);
  const page = (asked: string): string =>
    `http://${shop.metricsAddress() ?? ''}/support?q=${encodeURIComponent(asked)}`;
  return {
    support: page(reference),
    'support-customer': page(customer.ref),
    'support-near': page(reference.slice(-4)),
  };
}

export async function takePicture(
  browser: Browser,
  address: string,
  width: number,
  file: string,
): Promise<void> {
  const desk = await screen(browser, { width });
  const page = await desk.newPage();
  await page.goto(address, { waitUntil: 'load' });
  // The guide shows only one screen of the page.
  const isOfGuide = file.endsWith('.webp');
  const png = await page.screenshot({ fullPage: !isOfGuide });
  await desk.close();
  if (isOfGuide) await saveWebp(browser, png, file);
  else {
    writeFileSync(file, png);
    console.log(file);
  }
}
