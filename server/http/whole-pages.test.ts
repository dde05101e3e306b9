/** Pages written by the stock Remix adapter, in a build with a single page. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestHandler } from '@remix-run/express';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../tests/support/raw';
import type { GuestPageCache } from '../caching/guest-page-cache';
import { wholePages } from './whole-pages';

type Build = Parameters<typeof createRequestHandler>[0]['build'];

const html = `<!DOCTYPE html><p>${'Reliquat à livrer. '.repeat(200)}</p>`;
let failures = 0;
const offered: string[] = [];

const view = () => null;
const routes = {
  root: { id: 'root', path: '', module: { default: view, ErrorBoundary: view } },
  page: { id: 'page', parentId: 'root', path: 'page', module: { default: view } },
  file: { id: 'file', path: 'file', module: { loader: () => new Response('a,b\n') } },
};
const build = {
  entry: {
    module: {
      handleError: () => undefined,
      default: (_request: Request, status: number, headers: Headers) => {
        failures -= 1;
        if (failures >= 0) throw new Error('a secret of the view');
        headers.set('Content-Type', 'text/html; charset=utf-8');
        return new Response(html, { status, headers });
      },
    },
  },
  routes,
  assets: { entry: {}, routes, url: '', version: '' },
  future: { v3_singleFetch: true },
  mode: 'production',
} as unknown as Build;

const cache: GuestPageCache = {
  serve: (_request, _response, next) => next(),
  offer: (_response, page) => void offered.push(page?.html.toString() ?? 'none'),
};
const remix = createRequestHandler({ build, mode: 'production' });
const server = createServer(
  express().use(
    wholePages(cache, (_request, response) => void response.type('html').send('the last resort')),
    (request, response, next) => {
      void remix(request, response, next);
    },
  ),
);
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  failures = 0;
  offered.length = 0;
});

const get = (path: string, encodings = 'gzip, br') =>
  fetch(origin + path, { headers: { 'accept-encoding': encodings } });

describe('wholePages', () => {
  it('P-83 a page is compressed in one pass, sent with its length and offered to the guest page cache', async () => {
    const { status, headers, body } = await sendRaw(origin, {
      path: '/page',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe('br');
    expect(headers['vary']).toContain('Accept-Encoding');
    expect(Number(headers['content-length'])).toBeLessThan(html.length / 10);
    expect(body).not.toBe('');
    expect(offered).toEqual([html]);
    expect(await (await get('/page', 'identity')).text()).toBe(html);
    expect((await get('/page', 'gzip')).headers.get('content-encoding')).toBe('gzip');
  });

  it('SHELL-02 a page that fails to render once becomes the error page', async () => {
    failures = 1;
    const answer = await get('/page');
    expect([answer.status, await answer.text()]).toEqual([500, html]);
  });

  it('SHELL-02 a page that fails to render twice becomes the last resort page instead of plain text', async () => {
    failures = 2;
    const answer = await get('/page');
    expect([answer.status, await answer.text()]).toEqual([500, 'the last resort']);
    expect(offered).toEqual([]);
  });

  it('P-42 a HEAD request has no body, and files pass through unchanged', async () => {
    expect((await sendRaw(origin, { method: 'HEAD', path: '/page' })).body).toBe('');
    expect(await (await get('/file')).text()).toBe('a,b\n');
    expect(offered).toEqual([]);
  });
});
