/**
 * The sign-in page: e-mail and password, or one click on a sample customer, because this is a stand-in. Never asks for
 * consent: the shop is a first-party client.
 */
import type { InteractionDetails, Middleware, Provider, ProviderContext } from 'oidc-provider';
import type { Accounts } from './accounts';
import { readBody } from './body';
import { subjectOf } from './claims';
import {
  linkButton,
  newPasswordPage,
  notePage,
  PAGE_HEADERS,
  signInPage,
  type SignInView,
} from './look/pages';
import { pickLang, TEXTS } from './look/texts';

const PATH = /^\/sign-in\/[\w-]+$/;
const BODY_LIMIT_BYTES = 8_192;

export const signInPath = (uid: string): string => `/sign-in/${uid}`;

interface SignInOptions {
  provider: Provider;
  accounts: Accounts;
  showSamples: boolean;
  /** Target of "back to the shop" if the sign-in attempt has expired. */
  shopUrl(): string | undefined;
  log: (event: string, detail: Record<string, unknown>) => void;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export function sendPage(ctx: ProviderContext, status: number, html: string): void {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) ctx.set(name, value);
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = html;
}

async function readForm(ctx: ProviderContext): Promise<URLSearchParams | null> {
  const body = await readBody(ctx.req, BODY_LIMIT_BYTES);
  return body === null ? null : new URLSearchParams(body.toString());
}

function viewOf(
  ctx: ProviderContext,
  attempt: InteractionDetails,
  options: SignInOptions,
): SignInView {
  const { params } = attempt;
  return {
    lang: pickLang(text(ctx.query['lang']), text(params['ui_locales']), ctx.get('accept-language')),
    path: ctx.path,
    login: text(params['login_hint']) ?? '',
    problem: null,
    customers: options.showSamples ? options.accounts.all : [],
  };
}

function sendExpired(ctx: ProviderContext, options: SignInOptions): void {
  const lang = pickLang(text(ctx.query['lang']), ctx.get('accept-language'));
  const words = TEXTS[lang];
  const back = options.shopUrl();
  const actions = back === undefined ? '' : linkButton(back, words.backToShop);
  const { expiredTitle: title, expiredLead: lead } = words;
  sendPage(ctx, 410, notePage({ lang, title, lead, actions }));
}

async function finish(
  ctx: ProviderContext,
  provider: Provider,
  result: Record<string, unknown>,
): Promise<void> {
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result);
  ctx.set('cache-control', 'no-store');
  ctx.status = 303;
  ctx.redirect(returnTo);
  ctx.status = 303;
}

async function submit(
  ctx: ProviderContext,
  attempt: InteractionDetails,
  options: SignInOptions,
): Promise<void> {
  const { accounts, provider, log } = options;
  const form = await readForm(ctx);
  const view = viewOf(ctx, attempt, options);
  if (form === null) return sendPage(ctx, 413, signInPage({ ...view, problem: 'missing' }));
  if (form.has('cancel')) {
    const error_description = 'the customer went back without signing in';
    return finish(ctx, provider, { error: 'access_denied', error_description });
  }
  const sample = options.showSamples ? accounts.byRef(form.get('as') ?? '') : undefined;
  const login = form.get('login') ?? '';
  const password = form.get('password') ?? '';
  const customer = sample ?? accounts.byPassword(login, password);
  if (customer === undefined) {
    log('signIn.refused', { uid: attempt.uid });
    const problem = login.trim() === '' || password === '' ? 'missing' : 'wrong';
    return sendPage(ctx, 422, signInPage({ ...view, login, problem }));
  }
  log('signIn.accepted', { ref: customer.ref });
  const amr = sample === undefined ? ['pwd'] : ['sample'];
  return finish(ctx, provider, { login: { accountId: subjectOf(customer), amr } });
}

export function signInMiddleware(options: SignInOptions): Middleware {
  const { provider } = options;
  return async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    let attempt: InteractionDetails;
    try {
      attempt = await provider.interactionDetails(ctx.req, ctx.res);
    } catch (error) {
      // An old tab, a used attempt and disabled cookies get the same page.
      options.log('signIn.expired', { reason: String(error) });
      return sendExpired(ctx, options);
    }
    // Grants prompt=consent without a page.
    if (attempt.prompt.name === 'consent') return finish(ctx, provider, { consent: {} });
    if (ctx.method === 'POST') return submit(ctx, attempt, options);
    const show = ctx.query['password'] === 'new' ? newPasswordPage : signInPage;
    sendPage(ctx, 200, show(viewOf(ctx, attempt, options)));
  };
}
