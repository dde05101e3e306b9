/** The handler of one page beside Remix's own, on a build of a root and one page. */
import { createRequestHandler, data, redirect } from '@remix-run/node';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { documentHandler, type DocumentHandler } from './document-handler';

const path = ':locale/p/*';
const address = 'https://shop.example/fr/p/amox?sku=A%201';

/** What the entry is called with, as far as it makes a page of it. */
interface Rendered {
  status: number;
  cookies: string[];
  loaderData: unknown;
  errors: unknown;
  routes: string[];
  params: unknown;
}

interface Case {
  root?: () => unknown;
  page?: () => unknown;
  /** Called for each try to render. */
  render?: (tries: number) => void;
}

function run({ root = () => 'root data', page = () => 'page data', render }: Case) {
  const rendered: Rendered[] = [];
  const reported: string[] = [];
  const view = () => null;
  const build: ServerBuild = {
    ...{ mode: 'production', publicPath: '/', assetsBuildDirectory: '', isSpaMode: false },
    future: {
      ...{ v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
      ...{ v3_lazyRouteDiscovery: false, v3_singleFetch: true },
    },
    assets: {
      ...{ entry: { imports: [], module: '' }, url: '', version: '' },
      routes: Object.fromEntries(
        ['root', 'page', 'other'].map((id) => [
          id,
          {
            ...{ id, module: '', hasAction: false, hasLoader: true, hasErrorBoundary: false },
            ...{ hasClientAction: false, hasClientLoader: false },
          },
        ]),
      ),
    },
    routes: {
      root: {
        ...{ id: 'root', path: '' },
        module: { default: view, ErrorBoundary: view, loader: async () => root() },
      },
      page: {
        ...{ id: 'page', parentId: 'root', path },
        module: { default: view, loader: async () => page() },
      },
    },
    entry: {
      module: {
        handleError: (error) => void reported.push(String(error)),
        default(_request, status, headers, { staticHandlerContext: state, manifest }) {
          rendered.push({
            ...{ status, cookies: headers.getSetCookie(), loaderData: state.loaderData },
            errors: JSON.parse(
              JSON.stringify(state.errors, (_key, value: unknown) =>
                value instanceof Error ? `${String(value)} ${value.stack ?? ''}` : value,
              ),
            ),
            routes: Object.keys(manifest.routes).filter((id) => id !== 'other'),
            params: state.matches.at(-1)?.params,
          });
          render?.(rendered.length);
          return new Response('a page', { status, headers });
        },
      },
    },
  };
  return { build, rendered, reported };
}

async function answered(handle: DocumentHandler) {
  const context = { requestId: 'R' } as AppLoadContext;
  const response = await handle(new Request(address), context);
  return {
    ...{ status: response.status, location: response.headers.get('Location') },
    cookies: response.headers.getSetCookie(),
    text: await response.text(),
  };
}

const cookie = (name: string) => ({ headers: { 'Set-Cookie': `${name}=1; Path=/` } });
const cases: Readonly<Record<string, Case>> = {
  'a page with its data': {},
  'a page with a status and cookies of both loaders': {
    root: () => data('root data', cookie('notice')),
    page: () => data('page data', { status: 400, ...cookie('locale') }),
  },
  'a redirect of the page': { page: () => redirect('/fr/cart', cookie('said')) },
  'a redirect of the root, beside a fault of the page': {
    root: () => redirect('/fr'),
    page: () => {
      throw new Error('of the page');
    },
  },
  'a page that is not there': {
    root: () => data('root data', cookie('notice')),
    page: () => {
      throw new Response('list', {
        status: 404,
        statusText: 'Page not found: /fr',
        ...cookie('x'),
      });
    },
  },
  'a fault of the page': {
    root: () => data('root data', cookie('notice')),
    page: () => {
      throw new Error('a secret of the page');
    },
  },
  'a fault of the root beside a page with a cookie': {
    root: () => {
      throw new Error('a secret of the root');
    },
    page: () => data('page data', cookie('locale')),
  },
  'a view that fails': {
    render(tries) {
      if (tries === 1) throw new Error('a secret of the view');
    },
  },
};

describe('the handler of a page', () => {
  it.each(Object.entries(cases))('SHELL-02 answers %s as Remix does', async (_name, given) => {
    const [own, remix] = [run(given), run(given)];
    const answer = await answered(documentHandler(own.build, 'page'));
    expect(answer).toEqual(await answered(createRequestHandler(remix.build, 'production')));
    expect(own.rendered).toEqual(remix.rendered);
    expect(own.reported).toEqual(remix.reported);
    expect(JSON.stringify(own.rendered)).not.toContain('secret');
  });

  it('SHELL-02 leaves a view that fails twice to the last resort', async () => {
    const { build, reported } = run({
      render: () => {
        throw new Error('again');
      },
    });
    await expect(answered(documentHandler(build, 'page'))).rejects.toThrow('again');
    expect(reported).toEqual(['Error: again']);
  });
});
