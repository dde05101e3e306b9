import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { addressOf } from '../address/canonical';
import { securityTxt } from './security-txt';

let server: Server | null = null;
afterEach(() => server?.close());
const path = '/.well-known/security.txt';

async function answered(contact: string | undefined): Promise<Response> {
  const app = express();
  const clock = { now: () => new Date('2026-11-22T17:00:00Z') };
  app.use(securityTxt({ SECURITY_CONTACT: contact, PUBLIC_URL: 'https://shop.example' }, clock));
  server = createServer((request, response) => void app(request, response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
}

it('P-99 security.txt names the contact for vulnerabilities and its expiry date', async () => {
  const answer = await answered('mailto:security@shop.example');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:security@shop.example',
    'Expires: 2027-05-21T00:00:00.000Z',
    'Preferred-Languages: fr, nl, en',
    'Canonical: https://shop.example/.well-known/security.txt',
    '',
  ]);
  expect(addressOf(path, [])).toEqual({ kind: 'canonical' });
});

it('P-99 security.txt is a 404 when the operator configures no contact', async () => {
  expect((await answered(undefined)).status).toBe(404);
});
