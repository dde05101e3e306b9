/** The shop in development: Vite reloads the app modules for each request. */
import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { createServer } from 'vite';
import { readConfig } from '../server/config';
import { startShop } from '../server/start-shop';

// Vite would write a bundled configuration into a watched folder and restart this process endlessly.
const vite = await createServer({ configLoader: 'runner', server: { middlewareMode: true } });
/** The worker that reads barcodes has the policy of its own file, and Vite serves its modules one by one. */
const modules: RequestHandler = (request, response, next) => {
  if (request.url.includes('worker_file'))
    response.setHeader('Content-Security-Policy', "script-src 'self' 'wasm-unsafe-eval'");
  vite.middlewares(request, response, next);
};
const shop = await startShop({
  config: readConfig(process.env),
  build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  clientFolder: 'build/client',
  development: modules,
});
const stop = (): void => {
  void Promise.all([shop.stop(), vite.close()]).then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
