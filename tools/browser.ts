/**
 * Finds the Chromium for browser tests: CHROMIUM_PATH, else one that is installed, else it installs one
 * (the system's package where we are root on Debian or Ubuntu, else playwright's own). Says which. Beside it its headless
 * shell, in which most of them run.
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

/** What tests/support/browser.ts reads. */
type BrowserPaths = Readonly<Partial<Record<'CHROMIUM_PATH' | 'HEADLESS_SHELL_PATH', string>>>;

/** Both, or none where no browser can be had; a CHROMIUM_PATH that was given alone is that of all tests. */
export async function findBrowsers(): Promise<BrowserPaths> {
  const chosen = process.env['CHROMIUM_PATH'] !== undefined;
  const browser = await findBrowser();
  if (browser === null) return {};
  const shell =
    process.env['HEADLESS_SHELL_PATH'] ??
    (chosen ? null : await neededProgram('chromium-headless-shell'));
  console.log(`browser: headless shell: ${shell ?? 'none, the whole browser takes its place'}`);
  return { CHROMIUM_PATH: browser, ...(shell === null ? {} : { HEADLESS_SHELL_PATH: shell }) };
}

/** Path of a browser, or null when none can be had. */
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
