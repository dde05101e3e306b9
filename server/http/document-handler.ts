/**
 * Runs the loaders of one page and has it rendered, as Remix's own request handler does for a document, with the same
 * static handler, entry and error boundary. What only a browser that hydrates has use for is left out: the loaders' data
 * as a stream. So is what Remix does over for each loader: two copies of the request.
 *
 * It knows less than Remix, as the shop needs less: a page has one parent, the root, whose boundary alone shows errors,
 * and no route has a `headers` export. tests/http/server/document-requests.test.ts holds that.
 */
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import {
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type StaticHandlerContext,
} from '@remix-run/router';

export type DocumentHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

type Route = NonNullable<ServerBuild['routes'][string]>;

const root = 'root';

function routeOf(build: ServerBuild, id: string): Route {
  const route = build.routes[id];
  if (!route) throw new Error(`the build has no route ${id}`);
  return route;
}

/** The route as the static handler takes it. */
const dataRouteOf = ({ id, path, caseSensitive, module: { handle, loader } }: Route) => ({
  ...{ id, handle, hasErrorBoundary: id === root },
  ...(path === undefined ? {} : { path }),
  ...(caseSensitive === undefined ? {} : { caseSensitive }),
  loader: ({ request, params, context }: LoaderFunctionArgs<AppLoadContext>) =>
    loader && context ? loader({ request, params, context }) : null,
});

/** Of the page and its root only: Remix's contexts are built from all that there is. */
function assetsOf({ assets }: ServerBuild, ids: readonly string[]): ServerBuild['assets'] {
  const routes = Object.entries(assets.routes).filter(([id]) => ids.includes(id));
  return { ...assets, routes: Object.fromEntries(routes) };
}

/** Loaders add nothing but cookies. Beside an error there are those of the answer that was thrown, and of the root. */
function cookiesOf({ errors, loaderData, loaderHeaders }: StaticHandlerContext): Headers {
  const all = Object.entries(loaderHeaders);
  const shown = errors
    ? all.reverse().filter(([id]) => id === root || loaderData[id] === undefined)
    : all;
  const headers = new Headers();
  for (const cookie of new Set(shown.flatMap(([, one]) => one.getSetCookie())))
    headers.append('Set-Cookie', cookie);
  return headers;
}

/** What went wrong is in the log; a page must not know it. */
function withheld(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const unnamed = new Error('Unexpected Server Error');
  delete unnamed.stack;
  return unnamed;
}

export function documentHandler(build: ServerBuild, id: string): DocumentHandler {
  const { entry, future, isSpaMode } = build;
  const [top, page] = [routeOf(build, root), routeOf(build, id)];
  const child = page.index
    ? { ...dataRouteOf(page), index: true as const }
    : { ...dataRouteOf(page), children: [] };
  const { query, dataRoutes } = createStaticHandler([{ ...dataRouteOf(top), children: [child] }], {
    future: {
      v7_relativeSplatPath: future.v3_relativeSplatPath,
      v7_throwAbortReason: future.v3_throwAbortReason,
    },
  });
  const manifest = assetsOf(build, [root, id]);
  const routeModules = { [root]: top.module, [id]: page.module };

  return async (request, context) => {
    const report = (error: unknown): void =>
      entry.module.handleError?.(error, { request, context, params: {} });
    const found = await query(request, { requestContext: context });
    if (found instanceof Response) return found;
    for (const error of Object.values(found.errors ?? {}))
      if (!isRouteErrorResponse(error) || 'error' in error) report(error);
    const headers = cookiesOf(found);
    const rendered = (state: StaticHandlerContext) => {
      const errors =
        state.errors &&
        Object.fromEntries(Object.entries(state.errors).map(([at, one]) => [at, withheld(one)]));
      return entry.module.default(
        request,
        state.statusCode,
        headers,
        {
          ...{ manifest, routeModules, future, isSpaMode, renderMeta: {} },
          staticHandlerContext: { ...state, errors },
          serializeError: ({ message }) => ({ message }),
        },
        context,
      );
    };
    try {
      return await rendered(found);
    } catch (error) {
      report(error);
      return rendered(getStaticContextFromError(dataRoutes, found, error));
    }
  };
}
