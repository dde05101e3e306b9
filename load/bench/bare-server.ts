/**
 * The reference for `npm run bench`: bare Express and renderToString do the same work for one page.
 * - open the customer's session and cart in the shop's own store;
 * - send search and the ERP the same queries that the shop sent;
 * - validate every hit with the shop's own wire schema, and parse the ERP's responses;
 * - render the same markup with a fresh nonce, and compress it as the shop does;
 * - write one line to the shop's log.
 *
 * It has no routing, permissions, prices, components or translations.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import express from 'express';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Pool } from 'undici';
import { z } from 'zod';
import { parseHead } from '../../app/ordering/cart/sync/ledger.server';
import { ledgerKey } from '../../app/ordering/cart/sync/ledger-store.server';
import { CardWire } from '../../app/catalogue/products/wire/card-wire.server';
import { createBrowserCookies } from '../../server/auth/session/browser-cookies';
import { createSeal, hashOf } from '../../server/auth/session/seal';
import { createSessionStore } from '../../server/auth/session/session-store';
import { brotliOptions } from '../../server/http/brotli-options';
import { createLogger } from '../../server/observe/logger';
import { openEmbedded } from '../../server/store/embedded';
import { sealedRecords } from '../../server/store/sealed';
import { markupOf } from './markup';

const job = z
  .object({
    port: z.number(),
    search: z.string(),
    erp: z.string(),
    /** The file and the secret of the shop's store. */
    store: z.string(),
    secret: z.string(),
    pages: z.array(
      z.object({
        path: z.string(),
        html: z.string(),
        questions: z.array(z.object({ path: z.string(), type: z.string(), body: z.string() })),
        erpQuestions: z.array(
          z.object({
            method: z.enum(['GET', 'POST']),
            path: z.string(),
            headers: z.record(z.string(), z.string()),
            body: z.string(),
          }),
        ),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));

const hits = z.object({ hits: z.array(z.object({ _source: z.unknown() })) });
const answer = z.object({
  responses: z.array(z.object({ hits: hits.optional() })).optional(),
  hits: hits.optional(),
});

/** Returns how many hits pass the shop's own wire schema. */
function checked(body: string): number {
  const { responses = [], hits: single } = answer.parse(JSON.parse(body));
  const all = [...responses.map((one) => one.hits), single].flatMap((one) => one?.hits ?? []);
  return all.filter(({ _source }) => CardWire.safeParse(_source).success).length;
}

const pool = new Pool(job.search, { connections: 64 });
const erp = new Pool(new URL(job.erp).origin, { connections: 64 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');
const compressed = promisify(brotliCompress);
const log = createLogger({ level: 'info', version: 'bare' });
const clock = { now: () => new Date() };
const seal = createSeal(job.secret);
const store = openEmbedded({ file: job.store, clock });
const keyValueStore = sealedRecords({ keyValueStore: store, seal, clock, log, secretLost: false });
const sessions = createSessionStore({ keyValueStore, seal, clock });
const cookies = createBrowserCookies(`http://localhost:${job.port}`);

/** Returns the session from the request's cookie and its parsed cart record; null for a visitor. */
async function customerOf(request: express.Request) {
  const id = cookies.read(request, cookies.session);
  if (id === null) return null;
  const session = await sessions.read(hashOf(id));
  if (!session) throw new Error('the session is not there: this is not the same work');
  const cart = await keyValueStore.read(ledgerKey(session.customer.owner));
  return { ref: session.customer.ref, cart: cart ? parseHead(cart.value) : null };
}

for (const page of job.pages) {
  const Page = markupOf(page.html);
  const erpAnswers = () =>
    page.erpQuestions.map(async ({ body, ...question }) => {
      const reply = await erp.request({ ...question, body: body === '' ? null : body });
      const text = await reply.body.text();
      return text === '' ? null : typeof JSON.parse(text);
    });
  const searchAnswers = () =>
    page.questions.map(async ({ path, type, body }) => {
      const headers = { 'content-type': type };
      const reply = await pool.request({ method: 'POST', path, headers, body });
      return checked(await reply.body.text());
    });
  async function answer(request: express.Request, response: express.Response): Promise<void> {
    const started = performance.now();
    const reference = randomBytes(6).toString('hex');
    const nonce = randomBytes(16).toString('base64url');
    const customer = await customerOf(request);
    const answers = await Promise.all([...erpAnswers(), ...searchAnswers()]);
    const html = renderToString(createElement(Page));
    const body = await compressed(`<!DOCTYPE html>${html}`, brotliOptions);
    response.setHeader('Content-Security-Policy', `script-src 'nonce-${nonce}'`);
    response.setHeader('X-Answers', `${answers.join()} ${customer?.cart?.queue.length ?? ''}`);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Encoding', 'br');
    response.setHeader('Content-Length', body.length);
    response.end(body);
    const about = { reference, customer: customer?.ref ?? null, path: request.path, status: 200 };
    const ms = Math.round(performance.now() - started);
    log.info({ event: 'request.answered', ...about, ms, bytes: body.length }, 'page request');
  }
  app.get(page.path.split('?')[0] ?? '/', (request, response, next) => {
    answer(request, response).catch(next);
  });
}
/** Returns the CPU seconds that this process has used. */
app.get('/processor', (_request, response) => {
  const { user, system } = process.cpuUsage();
  response.type('text').send(String((user + system) / 1e6));
});
app.listen(job.port, () => process.stdout.write('ready\n'));
