/** The middleware list: a table of contents of what happens to a request, in order. */
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { Config } from './config';
import { createContext, type Services } from './create-context';
import { answerDefaults } from './http/answer-defaults';
import { bodyLimit, oversizedVisitor, withoutOversized } from './http/body-limit';
import { brotliOptions, hotPages } from './http/hot-pages';
import { health, type Dependency, type Lifecycle } from './http/health';
import { lastResort } from './http/last-resort';
import { passwordTries } from './http/limits/password-tries';
import { rateLimits } from './http/limits/rate-limits';
import { stylesheetIn } from './http/limits/refusal-page';
import { slowBodies, type BodyRate } from './http/limits/slow-bodies';
import { hostCheck, originCheck, refuseDataRequests } from './http/origin';
import { awaited, localsOf } from './http/locals';
import { methodCheck } from './http/methods';
import { requestId } from './http/request-id';
import { requestLog } from './http/request-log';
import { securityHeaders } from './http/security-headers';
import { staticFiles } from './http/files/static-files';
import { workerFile } from './http/files/worker-file';
import type { Counters } from './store/counters';

export interface AppOptions {
  config: Config;
  services: Services;
  /** The built app; in development a function that loads it anew. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of the built client. */
  clientFolder: string;
  /** Folder of the files of earlier builds; null where none can be kept. */
  earlierFiles: string | null;
  dependencies: readonly Dependency[];
  lifecycle: Lifecycle;
  counters: Counters;
  /** How slowly a body may arrive. */
  bodies: Partial<BodyRate>;
  /** Development only: assets and modules straight from the build tool. */
  development?: RequestHandler;
}

const formBytes = 64 * 1024;
const compressed = compression({
  brotli: brotliOptions,
  threshold: 512,
});

export function createApp(options: AppOptions): Express {
  const { config, services, build, dependencies, lifecycle } = options;
  const { log, metrics, auth } = services;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);

  app.use((_request, response, next) => {
    // A kept-alive connection would hold up the end of a stopping process.
    if (lifecycle.draining) response.setHeader('Connection', 'close');
    next();
  });
  app.use(requestId);
  app.use(securityHeaders(config, auth.formOrigins));
  app.use(health({ version: services.version, dependencies, lifecycle, log }));
  app.use(hostCheck(config.PUBLIC_URL));
  if (options.development) app.use(options.development);
  else {
    const { clientFolder, earlierFiles } = options;
    app.use(workerFile({ clientFolder, offlinePages: config.OFFLINE_PAGES }));
    app.use(staticFiles(clientFolder, earlierFiles));
  }
  app.use(requestLog(log, metrics));
  app.use(answerDefaults);
  app.use(refuseDataRequests);
  // The provider's own call carries no Origin.
  app.use(auth.backChannel);
  app.use(originCheck(config.PUBLIC_URL, log));
  app.use(methodCheck);
  app.use(bodyLimit({ formBytes, orderFileMb: config.CSV_MAX_MB }));
  app.use(slowBodies(options.bodies));
  app.use(
    awaited(async (request, response, next) => {
      const session = await auth.open(request, response);
      localsOf(response).session = session;
      if (session.detour === null) next();
      else response.redirect(302, session.detour);
    }),
  );
  const stylesheet = stylesheetIn(options.clientFolder);
  const limits = { config, counters: options.counters, log, metrics };
  app.use(rateLimits({ ...limits, stylesheet }));
  app.use(passwordTries(limits));
  app.use(oversizedVisitor);
  app.use(auth.routes);
  // Spread: Remix's context type wants an index signature, which an interface has not.
  const contextOf = (request: Request, response: Response) => ({
    ...createContext(request, response, config, services),
  });
  if (typeof build !== 'function')
    app.use(hotPages({ build, origin: config.PUBLIC_URL, contextOf }));
  const mode = options.development ? 'development' : 'production';
  const remix = createRequestHandler({ build, mode, getLoadContext: contextOf });
  app.all('*', compressed, (request, response, next) => {
    void remix(withoutOversized(request, response), response, next);
  });
  app.use(lastResort(log));
  return app;
}
