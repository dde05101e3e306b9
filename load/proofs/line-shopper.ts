/**
 * A customer on a bad line: clicks, waits, reloads a page that did not arrive, and checks before repeating anything.
 */
import type { Page, Response } from 'playwright';

const mostTries = 12;

export class Shopper {
  /** Quantities that the cart should hold, by product id. */
  readonly wanted = new Map<number, number>();
  /** A change in progress: product id and target quantity. */
  readonly under = new Map<number, number>();
  step = 'start';
  steps = 0;
  retries = 0;
  syncs = 0;
  readonly #paceMs: number;
  readonly script: boolean;
  #last: Response | null = null;
  constructor(
    readonly page: Page,
    { script, paceMs }: { script: boolean; paceMs: number },
  ) {
    this.script = script;
    this.#paceMs = paceMs;
    page.on('request', (request) => {
      if (request.url().endsWith('/cart/sync')) this.syncs += 1;
    });
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) this.#last = response;
    });
  }

  /** Marks the start of a change: from here on it may have been applied. */
  begin(id: number, goal: number): void {
    this.under.set(id, goal);
  }

  want(id: number, quantity: number): void {
    this.under.delete(id);
    if (quantity === 0) this.wanted.delete(id);
    else this.wanted.set(id, quantity);
  }

  add(id: number, quantity: number): void {
    this.want(id, (this.wanted.get(id) ?? 0) + quantity);
  }

  /**
   * Performs one step until the page shows its result, and reloads a page that did not arrive. `again` repeats the
   * action when the reloaded page shows that nothing was done.
   */
  async do(
    name: string,
    act: () => Promise<unknown>,
    arrived: string,
    again: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    this.step = name;
    this.steps += 1;
    await this.#try(act);
    for (let attempt = 1; !(await this.#shows(arrived)); attempt += 1) {
      if (attempt >= mostTries) throw new Error(`no ${arrived} on ${this.page.url()}`);
      this.retries += 1;
      await this.#asTold();
      // Like F5: the browser posts the same form again.
      await this.#try(() => this.page.reload({ waitUntil: 'domcontentloaded', timeout: 60_000 }));
      if (!(await this.#shows(arrived))) await this.#try(again);
    }
  }

  /** Opens an address, and requests it again if the page arrives truncated. */
  async visit(name: string, path: string, arrived: string): Promise<void> {
    this.step = name;
    this.steps += 1;
    for (let attempt = 1; ; attempt += 1) {
      await this.#try(() =>
        this.page.goto(path, { waitUntil: 'domcontentloaded', timeout: 60_000 }),
      );
      if (await this.#shows(arrived)) return;
      if (attempt >= mostTries) throw new Error(`no ${arrived} at ${path}`);
      this.retries += 1;
      await this.#asTold();
    }
  }

  /** Performs an action that leads to another page, and waits for that page or for its failure. */
  async press(act: () => Promise<unknown>): Promise<void> {
    const came = this.page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    const failed = this.page.waitForEvent('requestfailed', {
      predicate: (request) => request.isNavigationRequest(),
      timeout: 60_000,
    });
    const outcome = Promise.race([came, failed]);
    for (const promise of [came, failed, outcome]) promise.catch(() => null);
    await act();
    await outcome;
    // After a failure the browser shows its own error page. A reload before that would have no effect.
    await this.page.waitForTimeout(200);
  }

  /** Whether the client script has taken over this page's forms. */
  async hasIsland(): Promise<boolean> {
    if (!this.script) return false;
    // Focuses a field, as a customer does: a focused form gets the island at once, an untouched one seconds later.
    await this.page.evaluate(() =>
      document
        .querySelector<HTMLElement>(
          'main form[method="post"] :is(input:not([type="hidden"]),textarea)',
        )
        ?.focus(),
    );
    return this.page
      .waitForFunction(() => customElements.get('cart-island') !== undefined, null, {
        timeout: 20_000,
      })
      .then(
        () => true,
        () => false,
      );
  }

  /** Waits until the shop has accepted everything in the browser queue. */
  async allSent(): Promise<void> {
    if (!this.script) return;
    await this.page.waitForFunction(
      () => !Object.keys(localStorage).some((key) => key.startsWith('cart:v1:tx:')),
      null,
      { timeout: 180_000 },
    );
  }

  /** Waits for the time that a 503 page gives. */
  async #asTold(): Promise<void> {
    const seconds = this.#last?.status() === 503 ? Number(this.#last.headers()['retry-after']) : 0;
    if (seconds > 0) await this.page.waitForTimeout(seconds * 1000);
  }

  async #try(act: () => Promise<unknown>): Promise<void> {
    await this.page.waitForTimeout(this.#paceMs);
    try {
      await act();
    } catch {
      // The page did not arrive; the caller checks which page the browser displays instead.
    }
  }

  async #shows(selector: string): Promise<boolean> {
    return this.page
      .locator(selector)
      .first()
      .waitFor({ state: 'attached', timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
  }
}
