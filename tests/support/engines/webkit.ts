/** WebKitGTK, the engine of Safari, driven by WebDriver: its MiniBrowser on a virtual screen. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, error, Key, type WebDriver } from 'selenium-webdriver';
import { neededProgram } from '../../../tools/system-package';
import { freePort } from '../free-port';
import { untilAnswer, type Engine, type Found } from './engine';

/**
 * Path of the MiniBrowser from the packages `libwebkit2gtk-*`, below the architecture's folder; null if it is not
 * installed.
 */
function miniBrowser(): string | null {
  const places = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const paths = places.flatMap((place) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((name) => `/usr/lib/${place}/${name}/MiniBrowser`),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}

/** During layout an element may have no position to click yet; any other error is a fault of the test. */
async function press(browser: WebDriver, selector: string): Promise<void> {
  let fault: unknown = null;
  const click = (): Promise<boolean> =>
    browser
      .findElement(By.css(selector))
      .click()
      .then(
        () => true,
        (thrown: unknown) => {
          if (thrown instanceof error.ElementNotInteractableError) return false;
          fault = thrown;
          return true;
        },
      );
  await untilAnswer(`a place to press ${selector}`, click, Boolean);
  if (fault instanceof Error) throw fault;
}

/** The window has borders that do not count for the page. */
async function resize(browser: WebDriver, width: number): Promise<void> {
  const inner = (): Promise<number> => browser.executeScript('return innerWidth');
  let wanted = width;
  await untilAnswer(
    `a page of ${width} px`,
    async () => {
      await browser.manage().window().setRect({ x: 0, y: 0, width: wanted, height: 1000 });
      const is = await inner();
      wanted += width - is;
      return is;
    },
    (is) => is === width,
  );
}

/** Starts a virtual screen; Xvfb writes the screen's number to the file descriptor. */
async function startScreen(xvfb: string): Promise<{ child: ChildProcess; display: string }> {
  const child = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { child, display: `:${number.toString().trim()}` };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

interface Programs {
  driver: string;
  xvfb: string;
  binary: string;
}

async function open({ driver, xvfb, binary }: Programs): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'shop-webkit-'));
  const screen = await startScreen(xvfb);
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      LANG: 'C.UTF-8',
      // Settings for a container: no graphics card, no desktop, and no permission for the browser's own sandbox.
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  });
  const close = async (): Promise<void> => {
    await stop(server);
    await stop(screen.child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await untilAnswer(
      'WebKitWebDriver',
      async () => (await fetch(`${address}/status`)).ok,
      Boolean,
    );
    const browser = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(address)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build();
    await browser.manage().setTimeouts({ pageLoad: 30_000, script: 30_000 });
    await browser.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 1000 });
    return {
      goto: (to) => browser.get(to),
      run: (script, ...given) => browser.executeScript(script, ...given),
      click: (selector) => press(browser, selector),
      type: (text) =>
        browser
          .actions()
          .sendKeys(...[...text].map((key) => (key === '\n' ? Key.ENTER : key)))
          .perform(),
      pdf: null,
      resize: (width) => resize(browser, width),
      close: async () => {
        await browser.quit().catch(() => null);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function findWebkit(): Promise<Found> {
  const driver = await neededProgram('WebKitWebDriver', 'webkit2gtk-driver');
  const xvfb = await neededProgram('Xvfb', 'xvfb');
  const binary = miniBrowser();
  if (driver && xvfb && binary) return { open: () => open({ driver, xvfb, binary }), why: null };
  const missing = Object.entries({ WebKitWebDriver: driver, Xvfb: xvfb, MiniBrowser: binary });
  const names = missing.flatMap(([name, path]) => (path ? [] : [name]));
  return { open: null, why: `no ${names.join(', no ')}` };
}
