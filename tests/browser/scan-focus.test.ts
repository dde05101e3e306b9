/** A second code is scanned while the first is still in the field, with any focus and scanner speed. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { isOrdinary, SampleProduct } from '../support/catalogue-world';
import { signedInContext } from '../support/cart-browser';
import { answered, scanPage } from '../support/scanner';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

interface Goods {
  sku: string;
  cnk: string;
  barcode: string;
}
let goods: Goods[];
beforeAll(() => {
  goods = [...shop.sandbox.world.documents('products', 'fr')].flatMap((document) => {
    const { data: one } = SampleProduct.safeParse(document);
    if (!one) return [];
    const [cnk, barcode] = [one.cnk_code?.replace('-', ''), one.barcode];
    return isOrdinary(one) && cnk && barcode ? [{ sku: one.sku, cnk, barcode }] : [];
  });
  expect(goods.length).toBeGreaterThan(5);
});

/** Milliseconds between keys: typed by hand, and from a fast scanner, one over Bluetooth and a slower one. */
const hand = 170;
const pause = 700;

/** Sends keys with these intervals in their own time stamps, even if a busy machine delivers them late. */
class Keyboard {
  #at = Date.now() / 1000;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  async type(keys: readonly string[], gapMs: number, before = pause): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    for (const [at, key] of keys.entries()) {
      this.#at += (at === 0 ? before : gapMs) / 1000;
      const named: Record<string, [number, string | null]> = {
        Tab: [9, null],
        Enter: [13, '\r'],
        CapsLock: [20, null],
        Escape: [27, null],
        F8: [119, null],
        Shift: [16, null],
      };
      const isCtrl = key.startsWith('Ctrl+');
      // Key codes by the position of the key, whatever character the layout writes there.
      const place = { 'Ctrl+J': 'KeyJ', 'Ctrl+M': 'KeyM', 'Ctrl+]': 'BracketRight' }[key] ?? '';
      const sign = { KeyM: ',', BracketRight: '$' }[place] ?? 'j';
      const [code, text] = named[key] ?? [key.toUpperCase().charCodeAt(0), key];
      const stroke = isCtrl
        ? { key: sign, code: place, timestamp: this.#at, modifiers: 2 }
        : { key, timestamp: this.#at, windowsVirtualKeyCode: code };
      const down =
        isCtrl || text === null
          ? { type: 'rawKeyDown' as const }
          : { type: 'keyDown' as const, text };
      await session.send('Input.dispatchKeyEvent', { ...stroke, ...down });
      await session.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyUp' });
    }
    await session.detach();
  }
}

/** Rows as `code × quantity`, oldest first. */
const rows = (page: Page): Promise<string[]> =>
  page.$$eval('#scan-lines > li', (all) =>
    all
      .map((row) => {
        const value = (name: string): string =>
          row.querySelector<HTMLInputElement>(`[name^="${name}."]`)?.value ?? '';
        const sku = row.querySelector('.row-codes > span')?.textContent;
        return `${sku ?? value('c')} × ${value('q') || '?'}`;
      })
      .reverse(),
  );

async function opened(path = '/fr/quick-order'): Promise<[BrowserContext, Page, Keyboard]> {
  const context = await signedInContext(shop, browser);
  const page = await scanPage(context, path);
  await page.focus('#code');
  return [context, page, new Keyboard(page)];
}

describe('a code left in the code field when the next is scanned', () => {
  it.each([4, 70, 120])(
    'CART-11 a code left in its field becomes a line before a code that is scanned into its quantity, %i ms a key',
    async (pace) => {
      const [first, second, third] = goods;
      const [context, page, keyboard] = await opened();
      await keyboard.type([...(first?.cnk ?? ''), 'Tab'], hand);
      await keyboard.type([...(second?.barcode ?? ''), 'Enter'], pace);
      await answered(page, 2);
      // The line has the quantity that was typed for it.
      await keyboard.type([...(third?.cnk ?? ''), 'Tab', '1', '2'], hand);
      await keyboard.type([...(second?.barcode ?? ''), 'Enter'], pace);
      await answered(page, 3);
      expect((await rows(page)).sort()).toEqual(
        [`${first?.sku} × 1`, `${second?.sku} × 2`, `${third?.sku} × 12`].sort(),
      );
      expect(await page.inputValue('#n')).toBe('1');
      await context.close();
    },
  );

  it.each([
    [55, 'Tab'],
    [70, 'Tab'],
    [120, 'Tab'],
    [4, 'Tab Enter'],
    [70, 'Enter Tab'],
    [4, 'Enter Enter'],
  ])(
    'CART-11 codes scanned one after the other become separate lines at %i ms a key, each followed by %s',
    async (pace, suffix) => {
      const [context, page, keyboard] = await opened('/fr/scan');
      const all = goods.slice(0, 3);
      for (const { barcode } of all) await keyboard.type([...barcode, ...suffix.split(' ')], pace);
      await answered(page, 3);
      expect(await rows(page)).toEqual(all.map(({ sku }) => `${sku} × 1`));
      await context.close();
    },
  );

  it.each([4, 30, 70])(
    'CART-11 a code left in its field becomes a line at %i ms a key followed by Ctrl+J, or between other keys',
    async (pace) => {
      const [first, second, third] = goods;
      const [context, page, keyboard] = await opened('/fr/scan');
      for (const code of [first?.sku, second?.barcode])
        await keyboard.type([...(code ?? ''), 'Ctrl+J'], pace);
      await answered(page, 2);
      await page.focus('#n');
      await keyboard.type([...(third?.barcode ?? ''), 'Ctrl+J'], pace);
      await answered(page, 3);
      const around = [
        ['CapsLock', 'CapsLock'],
        ['Escape', 'F8'],
        ['Shift', ' '],
      ] as const;
      for (const [at, [before, behind]] of around.entries()) {
        await keyboard.type([before, ...(goods[3 + at]?.barcode ?? ''), behind], pace);
        await answered(page, 4 + at);
      }
      expect(await rows(page)).toEqual(goods.slice(0, 6).map(({ sku }) => `${sku} × 1`));
      await context.close();
    },
  );

  it('CART-11 CART-12 a code that an on-screen keyboard inserts as one text becomes a line', async () => {
    const [first, second, third] = goods;
    const [context, page] = await opened();
    await page.keyboard.insertText(first?.barcode ?? '');
    await page.keyboard.insertText(second?.barcode ?? '');
    await answered(page, 2);
    await page.focus('#scan-lines [name^="q."]');
    await page.keyboard.insertText(third?.barcode ?? '');
    await page.keyboard.press('Enter');
    await answered(page, 3);
    expect(await rows(page)).toEqual(goods.slice(0, 3).map(({ sku }) => `${sku} × 1`));
    await context.close();
  });

  it.each(['#code', '#n', '#scan-lines [name^="q."]'])(
    'CART-11 CART-12 a code that reaches %s without key events, by Alt codes or an on-screen keyboard, becomes a line',
    async (place) => {
      const [first, second] = goods;
      const [context, page, keyboard] = await opened();
      await keyboard.type([...(first?.sku ?? ''), 'Enter'], 4);
      await answered(page, 1);
      await page.focus(place);
      const session = await context.newCDPSession(page);
      for (const text of second?.barcode ?? '') {
        const unknown = { key: 'Unidentified', windowsVirtualKeyCode: 229 };
        await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...unknown });
        await session.send('Input.dispatchKeyEvent', { type: 'char', text });
        await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...unknown });
      }
      await page.keyboard.press('Enter');
      await answered(page, 2);
      expect(await rows(page)).toEqual([`${first?.sku} × 1`, `${second?.sku} × 1`]);
      expect(await page.inputValue('#n')).toBe('1');
      await context.close();
    },
  );

  it('CART-11 a scan on AZERTY ends with Ctrl+M, and may contain a separator that arrives as F8 or Ctrl+]', async () => {
    const [first, second] = goods;
    const [context, page, keyboard] = await opened();
    const label = (code = ''): string[] => [...`01${code.padStart(14, '0')}10B7`];
    await keyboard.type([...label(first?.barcode), 'F8', ...'17290331', 'Ctrl+M'], 4);
    await answered(page, 1);
    await keyboard.type([...label(second?.barcode), 'Ctrl+]', ...'17290331', 'Enter'], 4);
    await answered(page, 2);
    expect(await rows(page)).toEqual([`${first?.sku} × 1`, `${second?.sku} × 1`]);
    expect(await page.textContent('#scan-lines')).toContain('Lot B7');
    expect(await page.textContent('#scan-lines')).not.toContain('Lot B717');
    await context.close();
  });

  it('CART-11 CART-12 a code that an input method composes in a quantity field becomes a line', async () => {
    const [first] = goods;
    const [context, page] = await opened();
    await page.fill('#n', '');
    const session = await context.newCDPSession(page);
    const text = first?.barcode ?? '';
    await session.send('Input.imeSetComposition', { text, selectionStart: 13, selectionEnd: 13 });
    await session.send('Input.insertText', { text });
    await page.keyboard.press('Enter');
    await answered(page, 1);
    expect(await rows(page)).toEqual([`${first?.sku} × 1`]);
    expect(await page.inputValue('#n')).toBe('1');
    await context.close();
  });

  it('CART-11 a code left in its field becomes a line before a scan onto a button, and before a scan into its own field', async () => {
    const [first, second, third, fourth] = goods;
    const [context, page, keyboard] = await opened();
    await keyboard.type([...(first?.cnk ?? '')], hand);
    await page.focus('button[value="add"], #main a');
    await keyboard.type([...(second?.sku ?? ''), 'Enter'], 4);
    await answered(page, 2);
    await keyboard.type([...(third?.cnk ?? ''), 'Tab'], hand);
    await page.$eval('#code', (field: HTMLInputElement) => {
      field.focus();
      field.setSelectionRange(99, 99);
    });
    await keyboard.type([...(fourth?.cnk ?? ''), 'Enter'], 4);
    await answered(page, 4);
    expect(await rows(page)).toEqual(goods.slice(0, 4).map(({ sku }) => `${sku} × 1`));
    await context.close();
  });

  it('CART-11 a code stays complete when the computer stalls during the scan, and ends with the scanner’s Tab', async () => {
    const [first, second] = goods;
    const [context, page, keyboard] = await opened();
    const code = [...(first?.barcode ?? '')];
    await keyboard.type(code.slice(0, 9), 4);
    await keyboard.type(code.slice(9), 4, 900);
    await keyboard.type(['Tab'], 4, 80);
    await answered(page, 1);
    await page.focus('#n');
    const next = [...(second?.barcode ?? '')];
    await keyboard.type(next.slice(0, 2), 4);
    await keyboard.type([...next.slice(2), 'Enter'], 4, 900);
    await answered(page, 2);
    expect(await rows(page)).toEqual([`${first?.sku} × 1`, `${second?.sku} × 1`]);
    await context.close();
  });

  it('CART-11 CART-12 a code left in its field survives leaving the page; typing code, Tab, quantity and Enter still works', async () => {
    const [first, second, third] = goods;
    const [context, page, keyboard] = await opened();
    await keyboard.type([...(first?.barcode ?? ''), 'Tab', '1', '2', '3', '4', 'Enter'], hand);
    await answered(page, 1);
    await keyboard.type([...(second?.cnk ?? ''), 'Tab', '3'], hand);
    await keyboard.type([...(third?.barcode ?? '')], 70);
    await page.goto('/fr/scan');
    await page.keyboard.press('Enter');
    await answered(page, 3);
    expect(await rows(page)).toEqual([
      `${first?.sku} × 1234`,
      `${second?.sku} × 3`,
      `${third?.sku} × 1`,
    ]);
    await context.close();
  });
});

describe('the Add button', () => {
  it('CART-11 P-86 the Add button that gets the focus from a slow scanner’s Tab adds nothing, and a message says so', async () => {
    const [one] = goods;
    const [context, page, keyboard] = await opened();
    await keyboard.type([...(one?.sku ?? ''), 'Tab'], 120);
    await expect
      .poll(() => page.textContent('#scan-said'))
      .toBe(`Pas encore ajouté : ${one?.sku}. Entrée l’ajoute.`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('n');
    await keyboard.type(['Enter'], hand);
    await answered(page, 1);
    expect(await rows(page)).toEqual([`${one?.sku} × 1`]);
    await context.close();
  });

  it('CART-10 CART-11 a code left in its field while a pasted list is checked is there once afterwards', async () => {
    const [first, second] = goods;
    const [context, page, keyboard] = await opened();
    await page.goto('/fr/quick-order');
    await page.focus('#code');
    await keyboard.type([...(second?.sku ?? '')], hand);
    await page.fill('#paste', `${first?.sku} 2`);
    await page.click('button[value="paste"]');
    await expect.poll(() => rows(page)).toContain(`${first?.sku} × 2`);
    await page.focus('#code');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await rows(page)).filter((row) => row.startsWith(second?.sku ?? '-')))
      .toEqual([`${second?.sku} × 1`]);
    await context.close();
  });

  it('CART-06 CART-10 pressing the Add button twice keeps the result of the first click', async () => {
    const [first] = goods;
    const [context, page, keyboard] = await opened();
    await keyboard.type([...'NOPE12345', 'Enter', ...(first?.sku ?? ''), 'Enter'], 4);
    await answered(page, 2);
    let answer = (): void => undefined;
    const answers = new Promise<void>((resolve) => (answer = resolve));
    await context.route('**/cart/sync', async (route) => {
      await answers;
      await route.continue();
    });
    await page.click('button[value="add"]');
    const said = page.locator('#scan-said');
    await expect
      .poll(() => said.textContent())
      .toMatch(/^1\sligne en attente d’ajout au panier\.\sIl reste\s1\sligne/);
    answer();
    await expect
      .poll(() => said.textContent())
      .toMatch(/^1\sligne ajoutée au panier\.\sIl reste\s1\sligne/);
    const shown = await said.textContent();
    await page.click('button[value="add"]');
    await answered(page, 1);
    await page.click('button[value="add"]');
    expect(await said.textContent()).toBe(shown);
    await context.close();
  });
});
