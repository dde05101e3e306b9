/** Firefox ESR, driven by WebDriver BiDi. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { neededProgram } from '../../../tools/system-package';
import type { Engine, Found } from './engine';

async function open(executablePath: string): Promise<Engine> {
  // As root, Firefox does not run in a home folder of another user.
  const home = mkdtempSync(join(tmpdir(), 'shop-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    headless: true,
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    extraPrefsFirefox: { 'intl.accept_languages': 'fr-BE,fr' },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return {
    goto: async (address) => void (await page.goto(address)),
    run: (script, ...given) => page.evaluate(script as (...all: unknown[]) => never, ...given),
    click: (selector) => page.click(selector),
    type: async (text) => {
      for (const key of text) await page.keyboard.press(key === '\n' ? 'Enter' : (key as 'a'));
    },
    pdf: (options) => page.pdf(options),
    resize: null,
    close: async () => {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function findFirefox(): Promise<Found> {
  const path = await neededProgram('firefox-esr');
  return path ? { open: () => open(path), why: null } : { open: null, why: 'no firefox-esr' };
}
