/**
 * Checks beyond automatic markup rules (P-86, P-87): where focus is and that nothing covers it, target sizes, the error
 * text of a rejected field, and reduced motion.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../support/accessible';
import { screen, signInByBrowser } from '../support/browser';
import { goodsOf, settled, touched, typeQuantity } from '../support/cart-browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser((started) => {
  ({ shop, browser } = started);
});

const paths = [
  '/fr',
  '/fr/search',
  '/fr/quick-order',
  '/fr/cart',
  '/fr/account',
  '/fr/account/profile',
  '/fr/account/wishlists',
  '/fr/contact',
];
const mostStops = 70;

async function customersPage(width: number): Promise<Page> {
  const context = await screen(browser, { width, script: true, locale: 'fr' });
  await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
  return context.newPage();
}

/** A customer's page, and what a screen reader announces: texts inserted into live regions that existed before. */
async function listening(): Promise<{
  page: Page;
  heard: () => Promise<string[]>;
  forget: () => Promise<void>;
}> {
  const page = await customersPage(1280);
  await page.addInitScript(() => {
    const live = 'output, [role="status"], [role="alert"], [aria-live]';
    // Few screen readers announce a region that is inserted together with its text.
    const known = new Set<Element>();
    const heard: string[] = [];
    // The test reads and clears this list.
    document.addEventListener('heard', (event) => {
      (event as CustomEvent<string[]>).detail.push(...heard.splice(0));
    });
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const outermost = added.filter((node) => !added.some((n) => n !== node && n.contains(node)));
      for (const node of new Set(outermost)) {
        const region = node.parentElement?.closest(live);
        const words = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (region && known.has(region) && words) heard.push(words);
      }
      for (const region of document.querySelectorAll(live)) known.add(region);
    }).observe(document, { childList: true, subtree: true });
  });
  const all: string[] = [];
  const heard = async (): Promise<string[]> => {
    const more = await page.evaluate(() => {
      const detail: string[] = [];
      document.dispatchEvent(new CustomEvent('heard', { detail }));
      return detail;
    });
    all.push(...more);
    return all;
  };
  const forget = async (): Promise<void> => {
    await heard();
    all.length = 0;
  };
  return { page, heard, forget };
}

/** The focused node of the browser's accessibility tree. */
async function focusedNode(page: Page): Promise<{ role: unknown; name: unknown } | null> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const focused = nodes.filter(({ properties, role }) => {
    const has = properties?.some(({ name, value }) => name === 'focused' && value.value === true);
    return has === true && role?.value !== 'RootWebArea';
  });
  const [node] = focused;
  return node ? { role: node.role?.value, name: node.name?.value } : null;
}

const waits = { timeout: 30_000 };
const sheet = (page: Page, { sku }: { sku: string }): Promise<unknown> =>
  page.goto(`${shop.url}/fr/search?q=${encodeURIComponent(sku)}&exact=0`);

/** A description of the fault at the focused element; null if there is none, '' past the last tab stop. */
const faultOfFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return '';
    const name = `${at.tagName} ${at.className} ${(at.textContent || '').trim().slice(0, 30)}`;
    const box = at.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return `${name}: has no size`;
    const looks = (of: Element): string => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } =
        getComputedStyle(of);
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineStyle;
      return [outline, boxShadow, borderColor, backgroundColor].join('|');
    };
    const around = [
      at,
      ...at.querySelectorAll('*'),
      at.parentElement ?? at,
      at.nextElementSibling ?? at,
    ];
    const focused = around.map(looks);
    at.blur();
    const unfocused = around.map(looks);
    at.focus({ preventScroll: true });
    if (focused.join() === unfocused.join()) return `${name}: looks as without the focus`;
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
    const y = Math.min(Math.max(box.top + Math.min(box.height, 40) / 2, 1), innerHeight - 1);
    const over = document.elementFromPoint(x, y);
    const isFree =
      over !== null &&
      (at.contains(over) || over.contains(at) || over.closest('label')?.contains(at) === true);
    return isFree ? null : `${name}: ${over?.tagName ?? ''} ${over?.className ?? ''} lies over it`;
  });

describe('keyboard, touch and screen reader use', () => {
  it.each([360, 1280])(
    'P-86 at %s px the focus is visible at every tab stop, and not covered',
    async (width) => {
      const page = await customersPage(width);
      const faults: string[] = [];
      for (const path of paths) {
        await page.goto(shop.url + path);
        for (let stop = 0; stop < mostStops; stop += 1) {
          await page.keyboard.press('Tab');
          const fault = await faultOfFocus(page);
          if (fault === '') break;
          if (fault !== null) faults.push(`${path} ${fault}`);
        }
      }
      expect([...new Set(faults)]).toEqual([]);
      await page.context().close();
    },
  );

  it.each([360, 1280])(
    'P-86 at %s px each target is at least 24 px, or has that space around it',
    async (width) => {
      const page = await customersPage(width);
      for (const path of paths) {
        await page.goto(shop.url + path);
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode(true)
          .withRules(['target-size'])
          .analyze();
        expect(
          violations.flatMap(({ nodes }) => nodes.map(({ html }) => `${path} ${html}`)),
        ).toEqual([]);
      }
      await page.context().close();
    },
  );

  it.each([360, 1280])(
    'SHELL-07 at %s px opened menus and panels have no accessibility violation',
    async (width) => {
      const page = await customersPage(width);
      const faults: string[] = [];
      for (const path of ['/fr', '/fr/search?q=chien', '/fr/account/documents']) {
        await page.goto(shop.url + path);
        for (const opener of await page.locator('[popovertarget]:visible').all()) {
          await opener.click();
          const opened = `#${await opener.getAttribute('popovertarget')}`;
          faults.push(...(await violationsOf(page, { within: opened })));
          await page.keyboard.press('Escape');
        }
        await page.evaluate(() => {
          for (const one of document.querySelectorAll('details')) one.open = true;
        });
        faults.push(...(await violationsOf(page)));
      }
      await page.goto(`${shop.url}/fr`);
      await page.locator('form[data-search] input[name=q]').pressSequentially('chien');
      await page.waitForSelector('#suggestions .qty');
      await page.keyboard.press('ArrowDown');
      // Controls that the open list partly covers are no targets meanwhile.
      faults.push(...(await violationsOf(page, { within: '#suggestions' })));
      // On a tablet the search field is in the middle of the header.
      await page.setViewportSize({ width: 768, height: 500 });
      for (const button of await page.locator('#suggestions .btn').all()) {
        const { x = -1, width: wide = 0 } = (await button.boundingBox()) ?? {};
        if (x < 0 || x + wide > 768) faults.push(`the button stands from ${x} to ${x + wide}`);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('I18N-03 an empty file field shows no text in the browser’s language', async () => {
    const page = await customersPage(360);
    await page.goto(`${shop.url}/nl/contact`);
    const file = page.locator('input[type=file]');
    const colour = () => file.evaluate((one) => getComputedStyle(one).color);
    await expect.poll(colour, waits).toBe('rgba(0, 0, 0, 0)');
    await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.of(1) });
    await expect.poll(colour, waits).not.toBe('rgba(0, 0, 0, 0)');
    await page.context().close();
  });

  it.each([true, false])(
    'PROD-01 P-85 with script %s, a picture that fails to load leaves an empty box, without icon and text',
    async (script) => {
      const page = await (await screen(browser, { script })).newPage();
      await page.route('**/media/**', (route) => route.fulfill({ status: 503 }));
      const colours = async (selector: string): Promise<number> => {
        const box = await page.locator(selector).first().boundingBox();
        const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
        expect(Math.min(width, height)).toBeGreaterThan(40);
        const clip = { x: x + 5, y: y + 5, width: width - 10, height: height - 10 };
        const drawn = await page.screenshot({ clip });
        return page.evaluate(
          async (bytes) => {
            const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
            const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
            canvas?.drawImage(picture, 0, 0);
            const { data } = canvas?.getImageData(0, 0, picture.width, picture.height) ?? {};
            return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
          },
          [...drawn],
        );
      };
      await page.goto(`${shop.url}/fr/search?q=chien`);
      expect(await colours('main img.row-pic')).toBe(1);
      await page.goto(
        new URL((await page.locator('.row-name a').first().getAttribute('href')) ?? '', shop.url)
          .href,
      );
      expect(await colours('.shot img')).toBe(1);
      await page.context().close();
    },
  );

  it('P-86 CHK-01 the confirm button scrolls into view when focused, on a low screen too', async () => {
    const page = await customersPage(1280);
    await page.goto(`${shop.url}/fr/search`);
    const quantities = page.locator('input.qty');
    for (let row = 0; row < 5; row += 1) await quantities.nth(row).fill('1');
    await quantities.first().press('Enter');
    await page.locator('.toast').first().waitFor();
    await settled(page);
    // A persistent notification does not cover the bar with the input.
    await quantities.first().fill('1');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      const [bottom, bar] = await page.evaluate(() => {
        const toasts = document.querySelector('.toasts');
        if (toasts) toasts.innerHTML = '<div class="toast"><p>…</p></div>';
        const end = toasts?.getBoundingClientRect().bottom;
        return [end, document.querySelector('.sheet-bar')?.getBoundingClientRect().top];
      });
      expect(bottom).toBeLessThan(bar ?? 0);
    }
    for (const height of [600, 800]) {
      await page.setViewportSize({ width: 1280, height });
      await page.goto(`${shop.url}/fr/cart-confirm`);
      const rail = await page.locator('#checkout > aside').boundingBox();
      expect(rail?.height).toBeGreaterThan(height);
      const button = page.locator('#checkout button[value="confirm"]');
      await button.evaluate((one) => one.scrollIntoView({ block: 'nearest' }));
      expect(await button.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(
        height + 1,
      );
    }
    await page.context().close();
  });

  it('P-86 a rejected field references its error message and gets the focus', async () => {
    const page = await customersPage(1280);
    await page.goto(`${shop.url}/fr/account/wishlists`);
    await page.fill('#new-list input[name="name"]', ' ');
    await page.locator('#new-list button[type="submit"], #new-list button').first().click();
    const field = page.locator('#new-list input[aria-invalid="true"]');
    await field.waitFor();
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
    const words = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(words.join(' ')).toContain('Donnez un nom');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('P-86 SRCH-04 the number of suggestions is announced, also when there are none', async () => {
    const { page, heard, forget } = await listening();
    await page.goto(`${shop.url}/nl`);
    await page.locator('#q').focus();
    await page.locator('#q[role=combobox]').waitFor();
    await page.keyboard.type('anti');
    const rows = page.locator('#suggestions li');
    await rows.first().waitFor();
    await expect.poll(heard, waits).toEqual([`${(await rows.count()) - 1} suggesties`]);
    expect(await focusedNode(page)).toMatchObject({ role: 'combobox' });
    await forget();
    await page.keyboard.type('zzzzqq');
    await expect.poll(heard, waits).toEqual(['Geen suggesties']);
    expect(await page.getAttribute('#q', 'aria-expanded')).toBe('false');
    await page.context().close();
  });

  it('P-86 an accepted cart edit is announced once', async () => {
    const { page, heard, forget } = await listening();
    const one = goodsOf(shop, 3);
    await sheet(page, one);
    await touched(page, one);
    await forget();
    await typeQuantity(page, one, '2');
    await expect.poll(heard, waits).toEqual([expect.stringContaining('Voir le panier')]);
    await page.context().close();
  });

  it.each(['/fr/search', '/fr/cart'])(
    'P-86 CART-07 on %s a cart edit that the ERP rejects is announced once',
    async (path) => {
      const { page, heard, forget } = await listening();
      const one = goodsOf(shop, 4);
      await sheet(page, one);
      await touched(page, one);
      await typeQuantity(page, one, '2');
      await settled(page);
      if (path === '/fr/cart') await page.goto(`${shop.url}/fr/cart`);
      await touched(page, one);
      await forget();
      shop.sandbox.erp.control.fault({
        match: { method: 'POST', path: '*sync' },
        status: 400,
        body: { detail: 'Not for sale' },
        times: 1,
      });
      await typeQuantity(page, one, '5');
      const told = async (): Promise<number> =>
        (await heard()).filter((words) => words.includes('ou à vérifier')).length;
      await expect.poll(told, waits).toBe(1);
      await settled(page);
      expect(await told()).toBe(1);
      if (path === '/fr/cart') {
        // With a browser's translator, which has replaced the texts of the page.
        const notices = page.locator('#cart-view .notice[data-said]');
        await notices
          .locator('b')
          .first()
          .evaluate((one) => (one.textContent = 'Translated'));
        await typeQuantity(page, one, '6');
        await expect.poll(() => notices.getByText('Translated').count(), waits).toBe(0);
        expect(await page.locator('#cart-view [role="alert"]').count()).toBe(0);
      }
      shop.sandbox.erp.control.clearFaults();
      await page.context().close();
    },
  );

  it('P-86 CART-12 after removing a line, focus is on the message with its name and the undo button', async () => {
    const { page } = await listening();
    const one = goodsOf(shop, 5);
    await sheet(page, one);
    await touched(page, one);
    await typeQuantity(page, one, '2');
    await settled(page);
    await page.goto(`${shop.url}/fr/cart`);
    await touched(page, one);
    await typeQuantity(page, one, '0');
    const said = async (): Promise<string> => {
      const node = await focusedNode(page);
      return `${String(node?.role)} ${String(node?.name)}`;
    };
    await expect.poll(said, waits).toMatch(/^button Annuler: .+ × 2 retiré\.$/);
    // The ERP's response renders the cart again: the focus, and so the announcement, stays.
    await settled(page);
    expect(await said()).toMatch(/retiré/);
    await page.context().close();
  });

  it('P-86 CART-07 a lost connection is announced, and so is the synchronised cart when it is back', async () => {
    const { page, heard, forget } = await listening();
    const one = goodsOf(shop, 6);
    await sheet(page, one);
    await touched(page, one);
    await forget();
    await page.context().setOffline(true);
    await expect.poll(heard, waits).toEqual(['Panier : Hors ligne']);
    await page.context().setOffline(false);
    await expect.poll(heard, waits).toEqual(['Panier : Hors ligne', 'Panier : Synchronisé']);
    await page.context().close();
  });

  it('P-87 with prefers-reduced-motion nothing on a page moves', async () => {
    const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const path of ['/fr', '/fr/search', '/fr/contact']) {
      await page.goto(path);
      const moving = await page.evaluate(
        () =>
          [...document.querySelectorAll('*')]
            .map((one) => getComputedStyle(one))
            .filter(
              (style) =>
                // An animation with one step that depends on scrolling is not motion.
                (style.animationName !== 'none' &&
                  style.getPropertyValue('animation-timeline') === 'auto') ||
                parseFloat(style.transitionDuration) > 0,
            ).length,
      );
      expect(moving).toBe(0);
    }
    await context.close();
  });
});
