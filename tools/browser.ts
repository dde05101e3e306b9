/**
 * Finds the Chromium for browser tests and logs which one it uses: CHROMIUM_PATH, else an installed one, else it
 * installs one (the system package for root on Debian or Ubuntu, else Playwright's own). Also finds its headless shell,
 * in which most browser tests run.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { run } from './run';
import { canInstall, findProgram, neededProgram } from './system-package';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const installed = (): string | null =>
  ['chromium', 'chromium-browser', 'google-chrome']
    .map(findProgram)
    .find((path) => path !== null) ?? null;

/** Paths of browsers, in variables that tests/support/browser.ts reads. */
type BrowserPaths = Readonly<Partial<Record<'CHROMIUM_PATH' | 'HEADLESS_SHELL_PATH', string>>>;

/**
 * Paths of browser and headless shell; empty if no browser is available. If the environment sets CHROMIUM_PATH only,
 * all tests run in that browser.
 */
export async function findBrowsers(): Promise<BrowserPaths> {
  const chosen = process.env['CHROMIUM_PATH'] !== undefined;
  const browser = await findBrowser();
  if (browser === null) return {};
  const shell =
    process.env['HEADLESS_SHELL_PATH'] ??
    (chosen ? null : await neededProgram('chromium-headless-shell'));
  console.log(`browser: headless shell: ${shell ?? 'none, using the full browser'}`);
  return { CHROMIUM_PATH: browser, ...(shell === null ? {} : { HEADLESS_SHELL_PATH: shell }) };
}

/** Path of a browser, or null if none is available. */
export async function findBrowser(): Promise<string | null> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    console.log(`browser: CHROMIUM_PATH ${given}`);
    return isExecutable(given) ? given : null;
  }
  const present = installed();
  if (present) {
    console.log(`browser: installed ${present}`);
    return present;
  }
  if (canInstall()) return neededProgram('chromium');
  console.log('browser: none found, downloading playwright’s');
  await run('npx', ['playwright', 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}
