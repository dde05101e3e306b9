/** Sign-in addresses that the server handles itself; the others are pages of the app. */
import { Router, type NextFunction, type Request, type Response } from 'express';
import type { AuthParts } from './auth-parts';
import { isLocale, type Locale } from './locale';
import { createCallback, type Tell } from './oidc/callback';
import type { Provider } from './oidc/provider';
import { createSignIn } from './oidc/sign-in';
import { createTransactions } from './oidc/transaction';
import type { createSessionOpener } from './open-session';
import { createSignOut } from './sign-out';

/** Address of the app's page for a failed return (AUTH-07). */
const returnPage = '/account/oidc-redirect';

type Handler = (
  request: Request,
  response: Response,
  next: NextFunction,
  locale: Locale,
) => Promise<void>;

/** Runs a handler for addresses with a known locale prefix. Its responses must not be cached. */
const below =
  (work: Handler) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const { locale } = request.params;
    if (!isLocale(locale)) return next();
    response.setHeader('cache-control', 'private, no-store');
    work(request, response, next, locale).catch(next);
  };

export function createRoutes(
  parts: AuthParts & { openSession: ReturnType<typeof createSessionOpener> },
  provider: Provider | null,
  tell: Tell,
): Router {
  const { about, config } = parts;
  const router = Router();
  if (provider) {
    const oidc = { ...parts, provider, transactions: createTransactions(parts) };
    const signIn = createSignIn(oidc, tell.fault);
    const callback = createCallback(oidc, tell);
    router.get('/:locale/account/sign-in', below(signIn));
    router.get(
      `/:locale${config.OIDC_REDIRECT_PATH}`,
      below((request, response, next) => {
        // The app's page for a failed return has the default address, whatever the setting.
        const toPage: NextFunction = (error?: unknown) => {
          if (error === undefined)
            request.originalUrl = request.originalUrl.replace(
              config.OIDC_REDIRECT_PATH,
              returnPage,
            );
          next(error);
        };
        return callback(request, response, toPage, about(response));
      }),
    );
  }
  const signOut = createSignOut({ ...parts, provider });
  router.post(
    '/:locale/account/sign-out',
    below((request, response, _next, locale) =>
      signOut(request, response, locale, about(response)),
    ),
  );
  return router;
}
