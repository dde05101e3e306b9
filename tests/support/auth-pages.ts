/** Pages of the sign-in test app: public pages, pages behind sign-in, and forms; they show the session as JSON. */
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import type { AuthConfig } from '../../server/auth/auth-parts';
import type { AuthService } from '../../server/auth/service';
import { referenceOf } from '../../server/http/request-id';
import type { Log } from '../../server/observe/logger';
import type { Caller } from '../../server/upstream/caller';
import { everyCapability } from '../../server/upstream/erp/capabilities';
import { createErp } from '../../server/upstream/erp/erp';
import { SessionEnded, UpstreamFailure } from '../../server/upstream/failure';

interface PageParts {
  config: AuthConfig;
  erpCaller: Caller;
  log: Log;
}

/** The ERP call of the page, and how many of them run in parallel. */
const Wanted = z.object({
  call: z.string().default('customer'),
  times: z.coerce.number().default(1),
});

export function pages(auth: AuthService, parts: PageParts): Router {
  const router = express.Router();
  router.use(express.urlencoded({ extended: false, limit: '1mb' }));
  const page =
    (work: (request: Request, response: Response) => Promise<void>) =>
    (request: Request, response: Response, next: NextFunction): void => {
      work(request, response).catch(next);
    };
  const erpOf = async (request: Request, response: Response) => {
    const { credentials } = await auth.open(request, response);
    return createErp({
      caller: parts.erpCaller,
      baseUrl: parts.config.ERP_URL,
      acceptLanguage: parts.config.LOCALE_TAG_FR,
      credentials,
      log: parts.log,
      reference: referenceOf(response),
      definite503: false,
      capabilities: everyCapability,
    });
  };

  router.all(
    '/:locale/private*',
    page(async (request, response) => {
      const { view, authentication } = await auth.open(request, response);
      const back = authentication.signInPath(request.params['locale'] ?? 'fr', request.originalUrl);
      if (view.kind === 'guest') {
        if (request.method === 'POST')
          await authentication.saveForm(request.originalUrl, fieldsOf(request));
        response.redirect(303, back);
        return;
      }
      const { call, times } = Wanted.parse(request.query);
      try {
        const erp = await erpOf(request, response);
        const answers = await Promise.all(
          Array.from({ length: times }, () => erp.call({ path: call }, z.unknown())),
        );
        const kept = await authentication.takeSavedForm(request.originalUrl);
        response.json({ view, kept, answers });
      } catch (error) {
        if (error instanceof SessionEnded) {
          if (request.method === 'POST')
            await authentication.saveForm(request.originalUrl, fieldsOf(request));
          response.redirect(303, back);
        } else if (error instanceof UpstreamFailure) {
          response.status(503).json({ failure: error.service, reason: error.reason });
        } else throw error;
      }
    }),
  );
  router.post(
    '/:locale/log-in',
    page(async (request, response) => {
      const { authentication } = await auth.open(request, response);
      const { login, password } = Object.fromEntries(fieldsOf(request));
      const view = await authentication.signInWithPassword(login ?? '', password ?? '');
      response.status(view ? 200 : 422).json({ view });
    }),
  );
  router.post(
    '/:locale/register',
    page(async (request, response) => {
      const { authentication } = await auth.open(request, response);
      const body = Object.fromEntries(fieldsOf(request));
      const erp = await erpOf(request, response);
      await erp.call({ method: 'POST', path: 'auth/register', body }, z.unknown());
      response.json({ view: await authentication.adoptErpSession(body['login'] ?? '') });
    }),
  );
  router.get(
    '*',
    page(async (request, response) => {
      const { view, authentication, silentLoginUrl } = await auth.open(request, response);
      const { fault } = authentication;
      response.status(fault === null ? 200 : 400).json({ view, fault, silentLoginUrl });
    }),
  );
  return router;
}

const fieldsOf = (request: Request): [string, string][] =>
  Object.entries(z.record(z.string(), z.string()).parse(request.body));
