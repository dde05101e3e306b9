/** Registers the middleware in the order in which a request passes through it. */
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import { guestPageCache, type GuestPageCacheOptions } from './caching/guest-page-cache';
import type { Config } from './config';
import { createContext, siteOf, type Services } from './create-context';
import { answerDefaults } from './http/answer-defaults';
import { bodyLimit, rejectOversizedGuestUpload } from './http/body-limit';
import { formGuard } from './http/forms/form-guard';
import { branchHandlers } from './http/branch-handlers';
import { brotliOptions } from './http/brotli-options';
import { health, type Dependency, type Lifecycle } from './http/health';
import { lastResort, sendLastResort } from './http/last-resort';
import { passwordTries } from './http/limits/password-tries';
import { rateLimits } from './http/limits/rate-limits';
import { stylesheetIn } from './http/limits/refusal-page';
import { limitBackChannelCalls } from './http/limits/back-channel-limit';
import { slowBodies, type BodyRate } from './http/limits/slow-bodies';
import { hostCheck, originCheck, refuseDataRequests } from './http/origin';
import { asyncHandler, localsOf } from './http/locals';
import { methodCheck } from './http/methods';
import type { RouteOf } from './http/policy/route-policy';
import { trackBackpressure } from './http/reader-pace';
import { requestId } from './http/request-id';
import { requestLog } from './http/request-log';
import { traceContext } from './http/trace-context';
import { cameraPolicy, securityHeaders } from './http/security-headers';
import { brandFiles } from './http/files/brand-files';
import { securityTxt } from './http/files/security-txt';
import type { SharedFiles } from './http/files/shared-files';
import { staticFiles } from './http/files/static-files';
import { pageStyles, type PageStyles } from './http/styles/used-styles';
import { wholePages } from './http/whole-pages';
import { workerBuild, workerFile } from './http/files/worker-file';
import type { Tracing } from './observe/tracing';
import type { Counters } from './store/counters';

interface AppOptions {
  config: Config;
  services: Services;
  tracing: Tracing;
  /** The built app, or (development only) a function that reloads it. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Looks up the policy of each route of the built app. */
  routeOf: RouteOf;
  clientFolder: string;
  /** Folder that stores the asset files of earlier builds; null when they cannot be stored. */
  earlierFiles: string | null;
  /** Asset files of the builds that other instances run; null with a single instance. */
  sharedFiles: SharedFiles | null;
  dependencies: readonly Dependency[];
  lifecycle: Lifecycle;
  counters: Counters;
  /** Minimum speed at which a request body must arrive. */
  bodies: Partial<BodyRate>;
  /** Lifetime and maximum total size of the guest page cache. */
  pageCache: Pick<GuestPageCacheOptions, 'seconds' | 'maxBytes'>;
  /** Window of the rate limits in seconds; undefined means 60. */
  rateWindowSeconds: number | undefined;
  /** Development only: middleware of the build tool that serves assets and modules. */
  development?: RequestHandler;
}

const formBytes = 64 * 1024;
/** Compresses responses other than HTML pages; wholePages compresses pages as a whole (http/whole-pages.ts). */
const compressed = compression({
  brotli: brotliOptions,
  threshold: 512,
  filter: (request, response) =>
    !String(response.getHeader('Content-Type')).startsWith('text/html') &&
    compression.filter(request, response),
});

/** Serves the worker and the files of the build; in development the build tool does. */
function fileMiddleware(
  { config, development, clientFolder, earlierFiles, sharedFiles }: AppOptions,
  worker: Parameters<typeof workerFile>[0],
  styles: PageStyles | null,
): RequestHandler[] {
  if (development) return [development];
  const secure = config.PUBLIC_URL.startsWith('https:');
  return [
    workerFile(worker),
    staticFiles({ clientFolder, earlierFiles, sharedFiles, secure, styles }),
  ];
}

function createRemixHandler(
  { build, development, routeOf }: AppOptions,
  getLoadContext: GetLoadContextFunction,
) {
  const mode = development ? 'development' : 'production';
  return typeof build === 'function'
    ? createRequestHandler({ build, mode, getLoadContext })
    : branchHandlers({ build, mode, getLoadContext }, routeOf);
}

export function createApp(options: AppOptions): Express {
  const { config, services, routeOf, dependencies, lifecycle } = options;
  const { log, metrics, auth } = services;
  const styles = options.development ? null : pageStyles(options.clientFolder);
  const worker = {
    clientFolder: options.clientFolder,
    offlinePages: config.OFFLINE_PAGES,
    brandDigest: config.brand.digest,
  };
  const pageServices = {
    ...services,
    styles,
    site: siteOf(config, services.version),
    workerBuild: options.development ? null : workerBuild(worker),
  };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);

  const stylesheet = stylesheetIn(options.clientFolder);
  app.use((_request, response, next) => {
    localsOf(response).stylesheet = stylesheet;
    // An open keep-alive connection would delay the exit of a stopping process.
    if (lifecycle.draining) response.setHeader('Connection', 'close');
    next();
  });
  app.use(requestId({ behindProxy: config.TRUST_PROXY > 0 }));
  app.use(securityHeaders(config));
  // Comes first because the middleware below may reject a request and leave its body unread.
  app.use(slowBodies(options.bodies));
  app.use(health({ version: services.version, dependencies, lifecycle, log, metrics }));
  app.use(hostCheck(config.PUBLIC_URL));
  app.use(brandFiles(config.brandFiles));
  app.use(securityTxt(config, services.clock));
  app.use(fileMiddleware(options, worker, styles));
  app.use(traceContext(options.tracing, routeOf, config.TRUST_PROXY > 0));
  app.use(requestLog(log, metrics, routeOf));
  app.use(cameraPolicy(routeOf));
  app.use(answerDefaults);
  app.use(refuseDataRequests);
  // Comes before the origin check: the identity provider's back-channel call has no Origin header.
  app.use(limitBackChannelCalls({ config, counters: options.counters, log, metrics }));
  app.use(auth.backChannel);
  app.use(originCheck(config.PUBLIC_URL, log));
  app.use(methodCheck);
  const guestPages = guestPageCache({
    routeOf,
    clock: services.clock,
    sheetVersion: styles?.version ?? null,
    guestPrices: config.GUEST_PRICES,
    ...(options.development ? { seconds: 0 } : options.pageCache),
  });
  app.use(guestPages.serve);
  app.use(bodyLimit({ formBytes, orderFileMb: config.CSV_MAX_MB, routeOf }));
  app.use(formGuard(formBytes));
  app.use(
    asyncHandler(async (request, response, next) => {
      const session = await auth.open(request, response);
      localsOf(response).session = session;
      if (session.silentLoginUrl === null) next();
      else response.redirect(302, session.silentLoginUrl);
    }),
  );
  const limits = { config, counters: options.counters, log, metrics };
  const { knownBrowsers } = auth;
  const windowSeconds = options.rateWindowSeconds;
  app.use(rateLimits({ ...limits, knownBrowsers, stylesheet, routeOf, windowSeconds }));
  app.use(passwordTries({ ...limits, knownBrowsers }));
  app.use(rejectOversizedGuestUpload(routeOf));
  app.use(auth.routes);
  // Spread into a new object: Remix's context type needs an index signature, which an interface does not have.
  const contextOf = (request: Request, response: Response) => ({
    ...createContext(request, response, config, pageServices),
  });
  app.use(compressed, trackBackpressure, wholePages(guestPages, sendLastResort));
  const remix = createRemixHandler(options, contextOf);
  app.all('*', (request, response, next) => {
    void remix(request, response, next);
  });
  app.use(lastResort({ log, stylesheet, routeOf }));
  return app;
}
