/**
 * Sign-out started by the shop (OpenID Connect RP-Initiated Logout 1.0). With an ID token of this very session, the
 * session ends at once. Otherwise a page asks for confirmation, because any site could have sent the customer here.
 * Also has the provider's other pages: signed out, account change, error.
 */
import type { Middleware, OidcState, Provider, ProviderContext } from 'oidc-provider';
import { escapeHtml, linkButton, notePage } from './look/pages';
import { sendPage } from './sign-in';
import type { IdentityStore } from './store';
import { pickLang, TEXTS } from './look/texts';

const langOf = (ctx: ProviderContext) => {
  const asked = ctx.query['ui_locales'];
  return pickLang(typeof asked === 'string' ? asked : undefined, ctx.get('accept-language'));
};

/** The hint must belong to the session of this browser; a valid token of another session is not enough. */
function isOwnHint({ entities, session, client }: OidcState): boolean {
  const hint = entities.IdTokenHint?.payload;
  if (hint === undefined || client === undefined) return false;
  if (hint.sub !== session.accountId) return false;
  return hint.sid === undefined || hint.sid === session.sidFor(client.clientId);
}

function withState(target: string, state: string | undefined): string {
  const url = new URL(target);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

function redirectAfterSignOut(ctx: ProviderContext, oidc: OidcState): void {
  const { postLogoutRedirectUri, state } = oidc.session.state ?? {};
  const target =
    postLogoutRedirectUri === undefined
      ? oidc.urlFor('end_session_success')
      : withState(postLogoutRedirectUri, state);
  ctx.redirect(target);
  ctx.status = 303;
}

/** Notifies every client of the session over the back channel; ignores clients that are down. */
export async function notifyClients(
  provider: Provider,
  session: Pick<OidcState['session'], 'accountId' | 'authorizations'>,
): Promise<void> {
  const { accountId, authorizations = {} } = session;
  if (accountId === undefined) return;
  await Promise.all(
    Object.entries(authorizations).map(async ([clientId, { sid }]) => {
      const client = await provider.Client.find(clientId);
      if (client?.backchannelLogoutUri === undefined) return;
      try {
        await client.backchannelLogout(accountId, sid);
        provider.emit('backchannel.success', undefined, client, accountId, sid);
      } catch (error) {
        provider.emit('backchannel.error', undefined, error, client, accountId, sid);
      }
    }),
  );
}

async function endSession(
  ctx: ProviderContext,
  oidc: OidcState,
  provider: Provider,
  store: IdentityStore,
): Promise<void> {
  const { session } = oidc;
  await notifyClients(provider, session);
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId === undefined) continue;
    store.revokeGrant(grantId);
    store.destroy('Grant', grantId);
  }
  redirectAfterSignOut(ctx, oidc);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
}

interface SignOutPages {
  logoutSource(ctx: ProviderContext, form: string): Promise<void>;
  postLogoutSuccessSource(ctx: ProviderContext): Promise<void>;
  renderError(ctx: ProviderContext, out: Record<string, unknown>): Promise<void>;
}

export function signOutPages(
  provider: () => Provider,
  store: IdentityStore,
  shopUrl: () => string | undefined,
): SignOutPages {
  const backLink = (label: string): string => {
    const url = shopUrl();
    return url === undefined ? '' : linkButton(url, label);
  };
  return {
    async logoutSource(ctx, form) {
      if (ctx.oidc !== undefined && isOwnHint(ctx.oidc)) {
        return endSession(ctx, ctx.oidc, provider(), store);
      }
      const lang = langOf(ctx);
      const words = TEXTS[lang];
      const actions = `${form}<button class="btn wide" form="op.logoutForm" name="logout" value="yes" autofocus>${escapeHtml(words.signOutYes)}</button>
<button class="btn plain wide" form="op.logoutForm">${escapeHtml(words.signOutNo)}</button>`;
      const { signOutTitle: title, signOutQuestion: lead } = words;
      sendPage(ctx, 200, notePage({ lang, title, lead, actions }));
    },
    async postLogoutSuccessSource(ctx) {
      const lang = langOf(ctx);
      const { signedOutTitle: title, signedOutLead: lead, backToShop } = TEXTS[lang];
      sendPage(ctx, 200, notePage({ lang, title, lead, actions: backLink(backToShop) }));
    },
    async renderError(ctx, out) {
      const lang = langOf(ctx);
      const { errorTitle: title, errorLead: lead, backToShop } = TEXTS[lang];
      const detail = [out['error'], out['error_description']].filter(Boolean).join(': ');
      sendPage(
        ctx,
        ctx.status,
        notePage({ lang, title, lead, detail, actions: backLink(backToShop) }),
      );
    },
  };
}

/**
 * Replaces two pages of the provider that would submit themselves by script. Without a session there is nothing to end,
 * so it redirects. If another customer was signed in, it shows a button.
 */
export function scriptlessMiddleware(provider: Provider): Middleware {
  return async (ctx, next) => {
    await next();
    const { oidc } = ctx;
    if (oidc === undefined || ctx.status !== 200 || typeof ctx.body !== 'string') return;
    if (oidc.route === 'end_session' && oidc.session.accountId === undefined) {
      ctx.body = '';
      return redirectAfterSignOut(ctx, oidc);
    }
    const secret = oidc.session?.state?.secret;
    if (oidc.route !== 'resume' || secret === undefined) return;
    const lang = langOf(ctx);
    const { continueTitle: title, continueLead: lead, continueButton } = TEXTS[lang];
    const action = escapeHtml(new URL('/session/end/confirm', provider.issuer).pathname);
    const actions = `<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${escapeHtml(secret)}">
<button class="btn wide" name="logout" value="yes" autofocus>${escapeHtml(continueButton)}</button></form>`;
    sendPage(ctx, 200, notePage({ lang, title, lead, actions }));
  };
}
