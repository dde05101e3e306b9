/**
 * The reference of `npm run bench`: bare Express and renderToString doing the same work for one page: read
 * the cookies, ask search and ERP the very questions the shop asked, check every hit with the shop's own wire
 * schema, parse what the ERP answers, render the same markup with a fresh nonce, compress it as the shop does. No
 * session store, no routing, no prices, no translations, no log.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import compression from 'compression';
import { parse } from 'cookie';
import express from 'express';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Pool } from 'undici';
import { z } from 'zod';
import { CardWire } from '../../app/features/catalogue/wire/card-wire.server';
import { markupOf } from './markup';

const job = z
  .object({
    port: z.number(),
    search: z.string(),
    erp: z.string(),
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

/** How many hits pass the schema that the shop holds them against. */
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
app.use(compression({ brotli: { params: { 1: 4 } }, threshold: 512 }));

for (const page of job.pages) {
  const Page = markupOf(page.html);
  app.get(page.path.split('?')[0] ?? '/', (request, response, next) => {
    const cookies = parse(request.headers.cookie ?? '');
    const nonce = randomBytes(16).toString('base64url');
    Promise.all([
      ...page.erpQuestions.map(async ({ body, ...question }) => {
        const reply = await erp.request({ ...question, body: body === '' ? null : body });
        const text = await reply.body.text();
        return text === '' ? null : typeof JSON.parse(text);
      }),
      ...page.questions.map(async ({ path, type, body }) => {
        const reply = await pool.request({
          method: 'POST',
          path,
          headers: { 'content-type': type },
          body,
        });
        return checked(await reply.body.text());
      }),
    ]).then((answers) => {
      const html = renderToString(createElement(Page));
      response.setHeader('Content-Security-Policy', `script-src 'nonce-${nonce}'`);
      response.setHeader('X-Answers', String(answers.join() + Object.keys(cookies).length));
      response.type('html').send(`<!DOCTYPE html>${html}`);
    }, next);
  });
}
/** Seconds of processor that this process has used. */
app.get('/processor', (_request, response) => {
  const { user, system } = process.cpuUsage();
  response.type('text').send(String((user + system) / 1e6));
});
app.listen(job.port, () => process.stdout.write('ready\n'));
