/**
 * Simulated customers without script. They read pages, add one piece at a time, and repeat requests that got no
 * response.
 */
import { Visitor, type Form, type Page } from '../../tests/support/visitor';
import { until } from './process';

export interface Tally {
  requests: number;
  failed: number;
  /** Number of failures without an error page that explains them. */
  faceless: number;
  signedOut: number;
  edits: number;
  /** A server is down in this phase, so requests may fail. */
  isFault: boolean;
  /** Addresses and statuses of failures, for the report. */
  told: string[];
}

export const newTally = (isFault = false): Tally => ({
  requests: 0,
  failed: 0,
  faceless: 0,
  signedOut: 0,
  edits: 0,
  isFault,
  told: [],
});

export interface Goods {
  id: number;
  sku: string;
}

export interface Customer {
  login: string;
  password: string;
}

const patienceMs = 120_000;
const locales = ['fr', 'nl', 'en'] as const;

/** Signs in on the form of whichever identity provider runs. */
export async function signIn(visitor: Visitor, customer: Customer): Promise<void> {
  const page = await visitor.get('/fr/account/sign-in?target=%2Ffr');
  const keycloak = page.dom.querySelector('#kc-form-login') !== null;
  const arrived = keycloak
    ? await page
        .form('#kc-form-login')
        .fill({ username: customer.login, password: customer.password })
        .submit()
    : await page
        .form('#password-form')
        .fill({ login: customer.login, password: customer.password })
        .submit();
  if (arrived.status !== 200 || !isCustomers(arrived))
    throw new Error(`sign-in of ${customer.login} ended at ${arrived.url.href}, ${arrived.status}`);
}

/**
 * A proxy that loses a server during a request closes the connection (in HTTP/2, the stream with REFUSED_STREAM)
 * without a response. A browser then retries by itself, even a write; each write is applied only once.
 */
const isUnanswered = (error: unknown): boolean =>
  error instanceof TypeError &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  ['UND_ERR_SOCKET', 'ECONNRESET'].includes(String(error.cause.code));

/** `fetch` puts the actual error in `cause`. */
const said = (error: unknown): string =>
  error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error);

const isCustomers = ({ dom }: Page): boolean =>
  dom.querySelector('header a[href*="/account/sign-in"]') === null;

/** Returns the stylesheets, scripts and drawings that a page links to. */
const filesOf = ({ text }: Page): Set<string> =>
  new Set(text.match(/\/assets\/[\w.-]+\.(?:css|js|svg)/g) ?? []);

export class LoadShopper {
  readonly visitor: Visitor;
  added = 0;
  /** Number of rounds that this shopper has completed since their last failure. */
  cleanRounds = 0;
  readonly #shop: string;
  /** File names contain the version, so a browser requests each file only once. */
  readonly #files = new Set<string>();
  constructor(
    url: string,
    readonly customer: Customer,
    readonly goods: Goods,
    readonly tally: () => Tally,
    readonly readMs: number,
  ) {
    this.#shop = new URL(url).host;
    this.visitor = new Visitor(url);
  }

  /** A request that outlasts its phase may fail because of a server that died in the next phase. */
  #endOf(began: Tally): Tally {
    const ended = this.tally();
    return ended.isFault ? ended : began;
  }

  #failed(tally: Tally, told: string): null {
    tally.failed += 1;
    tally.told.push(told);
    this.cleanRounds = -1;
    return null;
  }

  /** Counts a response. Returns null on a failure or when no response came. */
  async #counted(what: string, ask: () => Promise<Page>): Promise<Page | null> {
    const began = this.tally();
    began.requests += 1;
    const page = await ask()
      .catch((error: unknown) => (isUnanswered(error) ? ask() : Promise.reject(error as Error)))
      .catch(said);
    const tally = this.#endOf(began);
    if (typeof page === 'string') {
      tally.faceless += 1;
      return this.#failed(tally, `${what}: ${page}`);
    }
    if (page.status >= 500) {
      if (page.words('body').length < 80) tally.faceless += 1;
      return this.#failed(tally, `${what}: ${page.status} ${page.words('h1').slice(0, 60)}`);
    }
    if (page.url.host !== this.#shop || !isCustomers(page)) {
      tally.signedOut += 1;
      tally.told.push(`${what}: signed out at ${page.url.href}`);
    }
    for (const file of filesOf(page)) await this.#fileOf(file, tally);
    return page;
  }

  /** A page needs its files: every instance must serve each of them. */
  async #fileOf(path: string, began: Tally): Promise<void> {
    if (this.#files.has(path)) return;
    began.requests += 1;
    const status = await fetch(new URL(path, this.visitor.origin)).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status;
      },
      (error: unknown) => String(error),
    );
    if (status === 200) {
      this.#files.add(path);
      return;
    }
    this.#failed(this.#endOf(began), `${path}: ${status}`);
  }

  async #cartQuantity(): Promise<number | null> {
    const page = await this.#counted('cart', () => this.visitor.get('/fr/cart'));
    if (!page) return null;
    const field = page.dom.querySelector(`main input[name="q.${this.goods.id}"]`);
    return Number(field?.getAttribute('value') ?? 0);
  }

  /** Repeats the same form until a response arrives. Its token makes all repeats one edit. */
  async #posted(form: Form): Promise<void> {
    await until(async () => {
      const page = await this.#counted('add', () => form.submit({ name: 'add', value: 'all' }));
      return page !== null;
    }, patienceMs);
  }

  async round(at: number): Promise<void> {
    const locale = locales[at % locales.length] ?? 'fr';
    await this.#counted('home', () => this.visitor.get(`/${locale}`));
    const sheet = await this.#counted('search', () =>
      this.visitor.get(`/${locale}/search?q=${encodeURIComponent(this.goods.sku)}&exact=0`),
    );
    if (sheet?.dom.querySelector(`form[data-sheet] input[name="q.${this.goods.id}"]`)) {
      const form = sheet.form('form[data-sheet]').fill({ [`q.${this.goods.id}`]: '1' });
      this.added += 1;
      this.tally().edits += 1;
      await this.#posted(form);
    }
    await this.#cartQuantity();
    this.cleanRounds += 1;
    await new Promise((resolve) => setTimeout(resolve, this.readMs));
  }

  /** Returns the cart's quantity once all pending changes have been applied. */
  async settled(): Promise<number> {
    let held = -1;
    await until(async () => {
      held = (await this.#cartQuantity()) ?? -1;
      return held === this.added;
    }, patienceMs);
    return held;
  }
}
