/**
 * The profile `odoo16` compared with recordings of a real ERP: the same requests get the same statuses, and responses
 * have the same keys. The recordings are not part of the product; without them the test says so.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startErp, type ErpServer } from '../../../sandbox/erp/server';
import { SMALL_WORLD } from '../../../sandbox/erp/testing/small-world';
import {
  AUDIENCE,
  TOKEN_SECRET,
  httpCaller,
  tokenFor,
  type Answer,
} from '../../../sandbox/erp/testing/client';

const FOLDER = fileURLToPath(new URL('../../../../shared/contract/recordings/', import.meta.url));
const present = existsSync(FOLDER);

const Recorded = z.object({
  n: z.number(),
  label: z.string(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    params: z.record(z.string(), z.unknown()).nullish(),
    headers: z.record(z.string(), z.string()).nullish(),
    body: z.unknown(),
  }),
  response: z.object({ status: z.number(), body: z.unknown() }).nullable(),
});
type Recorded = z.infer<typeof Recorded>;

function recordings(name: string): Recorded[] {
  return readFileSync(`${FOLDER}${name}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const value: unknown = JSON.parse(line);
      const parsed = Recorded.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
}

if (!present) it.skip(`skipped: no recordings of a real ERP at ${FOLDER}`, () => undefined);

const NOW = new Date('2026-03-10T09:00:00Z');
let server: ErpServer;

beforeAll(async () => {
  server = await startErp({
    world: SMALL_WORLD,
    now: () => NOW,
    profile: 'odoo16',
    tokenSecret: TOKEN_SECRET,
    audience: AUDIENCE,
  });
});
afterAll(() => server.close());

/** Key paths of a value; elements of a list count as one. */
function keysOf(value: unknown, path = ''): Set<string> {
  const keys = new Set<string>();
  const add = (inner: unknown, at: string) => {
    for (const key of keysOf(inner, at)) keys.add(key);
  };
  if (Array.isArray(value)) for (const entry of value) add(entry, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      keys.add(`${path}.${key}`);
      add(inner, `${path}.${key}`);
    }
  return keys;
}

const sorted = (keys: Iterable<string>) => [...keys].sort();

/** Customers of the recordings by their masked token. */
const PEOPLE: Record<string, string> = {};
const OURS = ['anne@practice.example', 'bert@practice.example', 'carla@practice.example'];

function emailOf(masked: string): string {
  PEOPLE[masked] ??= OURS[Object.keys(PEOPLE).length % OURS.length] ?? '';
  return PEOPLE[masked];
}

/** Ids that later calls may use. */
const Ids = z.object({
  uuid: z.string().nullish(),
  id: z.number().nullish(),
  payable: z.string().nullish(),
  redirect_form_html: z.string().nullish(),
});

/** The payable inside a form that the browser is to submit. */
function signedIn(form: string | null | undefined): string | undefined {
  return /value="(eyJ[^"]+)"/.exec(form ?? '')?.[1];
}

/** Replays one file, with our uuids and ids instead of the recorded ones. */
class Replay {
  private readonly swaps = new Map<string, string>();
  /** Ids occur in paths only, as whole segments. */
  private readonly ids = new Map<string, string>();

  private path(path: string): string {
    const parts = this.swap(path).slice(1).split('/');
    return parts.map((part) => this.ids.get(part) ?? part).join('/');
  }

  private swap(text: string): string {
    let swapped = text;
    for (const [theirs, mine] of this.swaps) swapped = swapped.replaceAll(theirs, mine);
    return swapped;
  }

  private learn(theirs: unknown, mine: unknown): void {
    if (Array.isArray(theirs) && Array.isArray(mine)) {
      this.learn(theirs[0], mine[0]);
      return;
    }
    const [a, b] = [Ids.safeParse(theirs), Ids.safeParse(mine)];
    if (!a.success || !b.success) return;
    if (a.data.uuid && b.data.uuid) this.swaps.set(a.data.uuid, b.data.uuid);
    if (a.data.payable && b.data.payable) this.swaps.set(a.data.payable, b.data.payable);
    const [formA, formB] = [a, b].map(({ data }) => signedIn(data.redirect_form_html));
    if (formA && formB) this.swaps.set(formA, formB);
    if (a.data.id && b.data.id) this.ids.set(String(a.data.id), String(b.data.id));
  }

  pair(theirs: string, mine: string): void {
    this.swaps.set(theirs, mine);
  }

  pairId(theirs: string, mine: string): void {
    this.ids.set(theirs, mine);
  }

  ourId(theirs: string): number {
    return Number(this.ids.get(theirs));
  }

  async send({ request, response }: Recorded): Promise<Answer> {
    const masked = request.headers?.['Authorization'];
    const bearer = /<(\w+)>/.exec(masked ?? '')?.[1];
    const headers: Record<string, string> = {};
    if (bearer) headers['authorization'] = `Bearer ${tokenFor(emailOf(bearer), NOW.getTime())}`;
    const language = request.headers?.['Accept-Language'];
    headers['accept-language'] = language ?? 'en';
    const isForm = request.path.startsWith('/payment/providers');
    headers['content-type'] = isForm
      ? 'application/x-www-form-urlencoded'
      : (request.headers?.['Content-Type'] ?? 'application/json');
    const query = new URLSearchParams(
      Object.entries(request.params ?? {}).map(([key, value]) => [key, this.swap(String(value))]),
    ).toString();
    const raw = typeof request.body === 'string';
    const fields = z.record(z.string(), z.string()).safeParse(request.body);
    const body =
      isForm && fields.success
        ? Object.entries(fields.data)
            .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
            .join('&')
        : raw
          ? String(request.body)
          : JSON.stringify(request.body ?? null);
    const path = this.path(request.path) + (query ? `?${query}` : '');
    const sent = request.method === 'GET' || body === 'null' ? undefined : this.swap(body);
    const answer = await httpCaller(server.url)(request.method, path, sent, { headers });
    this.learn(response?.body, answer.body);
    return answer;
  }
}

/** The error of a response, without texts that contain data of the recording. */
function refusalOf(body: unknown): unknown {
  const Detail = z.object({ detail: z.union([z.string(), z.array(z.looseObject({}))]) });
  const parsed = Detail.safeParse(body);
  if (!parsed.success) return null;
  const { detail } = parsed.data;
  if (typeof detail === 'string') return detail.replace(/\[[^\]]*\]/g, '[]');
  return detail.map(({ type, loc }) => ({ type, loc }));
}

/** Products that are equal here and in the recording; 55 is sold by weight there. */
const SAME = [51, 52, 53, 54, 56, 57];

/** Products of a cart with quantities; null for other bodies. */
function goodsOf(body: unknown): unknown {
  const Cart = z.object({
    typology: z.string(),
    lines: z.array(z.object({ product_id: z.number(), qty: z.number(), type: z.string() })),
  });
  const parsed = Cart.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.lines
    .filter(({ product_id, type }) => type === 'product' && SAME.includes(product_id))
    .map(({ product_id, qty }) => `${product_id}: ${qty}`);
}

interface Run {
  file: string;
  upTo: number;
  /** Events outside the calls, before the call with this number. */
  before?: Record<number, (replay: Replay) => void>;
  /** Calls with another result here, and the reason. */
  apart?: Record<number, string>;
  pairs?: [string, string][];
  ids?: [string, string][];
}

async function differencesOf(run: Run): Promise<{ differences: string[]; compared: number }> {
  const replay = new Replay();
  for (const [theirs, mine] of run.pairs ?? []) replay.pair(theirs, mine);
  for (const [theirs, mine] of run.ids ?? []) replay.pairId(theirs, mine);
  const differences: string[] = [];
  let compared = 0;
  for (const recorded of recordings(run.file)) {
    if (!recorded.response || recorded.n > run.upTo) continue;
    run.before?.[recorded.n]?.(replay);
    const answer = await replay.send(recorded);
    if (run.apart?.[recorded.n]) continue;
    compared += 1;
    const theirs = recorded.response;
    const said = {
      status: theirs.status,
      said: refusalOf(theirs.body),
      goods: goodsOf(theirs.body),
    };
    const ours = {
      status: answer.status,
      said: refusalOf(answer.body),
      goods: goodsOf(answer.body),
    };
    if (JSON.stringify(said) !== JSON.stringify(ours))
      differences.push(
        `${recorded.n} ${recorded.label}: ${JSON.stringify(said)}, ours ${JSON.stringify(ours)}`,
      );
  }
  return { differences, compared };
}

function customerId(masked: string): number {
  const email = emailOf(masked);
  return SMALL_WORLD.customers.find((customer) => customer.email === email)?.id ?? 0;
}

function orderAllCarts(masked: string): void {
  for (const cart of server.control.cartsOf(customerId(masked)))
    server.control.replaceCart(cart.uuid ?? '');
}

/** Recorded carriers and ours: standard is our express, pickup our counters. */
const CARRIER_PAIRS: [string, string][] = [
  ['"carrier_id":8', '"carrier_id":3'],
  ['"carrier_id":5', '"carrier_id":2'],
];

describe.skipIf(!present)('recorded calls', () => {
  const runs: Run[] = [
    { file: 'cart', upTo: 80 },
    {
      file: 'cart_uuid',
      upTo: 28,
      before: { 13: () => orderAllCarts('s03') },
    },
    {
      file: 'addresses_customer',
      upTo: 67,
      ids: [['118', '111']],
      apart: {
        19: 'a form post, recorded without its content type',
        46: 'the recording lacks a right on customers',
        47: 'the recording lacks a right on customers',
        58: 'a multipart post, recorded without its body',
        60: 'a new person, unknown here by design of the replay',
        63: 'that e-mail is doubled in the recording only',
      },
    },
    { file: 'pickup', upTo: 8, pairs: CARRIER_PAIRS },
    {
      file: 'stale_uuid_actions',
      upTo: 9,
      pairs: [...CARRIER_PAIRS, ['"TEN"', '"BIENVENUE10"']],
      before: { 2: () => orderAllCarts('s60') },
    },
    {
      file: 'payment_download',
      upTo: 31,
      pairs: CARRIER_PAIRS,
      apart: { 1: 'an order of before', 2: 'an invoice of before' },
    },
    {
      file: 'last_checks',
      upTo: 5,
      apart: { 1: 'that e-mail is doubled there', 2: 'that e-mail is doubled there' },
    },
    {
      file: 'quotations_wishlists',
      upTo: 60,
      before: {
        18: (replay) => {
          server.control.sendQuotation(replay.ourId('80'));
        },
      },
      apart: {
        47: 'add_to_cart is optional and not served',
        57: 'invoices, see the shapes below',
      },
    },
  ];
  it.each(runs)(
    'CART-04 the ERP stand-in answers the calls recorded in $file with the same statuses and keys',
    async (run) => {
      for (const key of Object.keys(PEOPLE)) delete PEOPLE[key];
      server.control.reset();
      server.control.profile({ quirks: { 'released-calls-only': true } });
      server.control.cart({ options: false });
      const { differences, compared } = await differencesOf(run);
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(2);
    },
  );
});

/** Body of one recorded response. */
function recordedBody(file: string, n: number): unknown {
  return recordings(file).find((entry) => entry.n === n && entry.response)?.response?.body;
}

describe.skipIf(!present)('keys of recorded responses', () => {
  const anne = () =>
    httpCaller(server.url, {
      authorization: `Bearer ${tokenFor('anne@practice.example', NOW.getTime())}`,
      'accept-language': 'en',
    });
  const put = (product_id: number, qty: number) =>
    anne()('POST', 'carts/sync', { transactions: [{ product_id, qty }] });
  const start = () => {
    server.control.reset();
    // Section and note lines have the same keys, but the recorded carts have none.
    server.control.profile({ quirks: { 'section-note-lines': false } });
  };
  const Payable = z.object({ payable: z.string() });

  async function pay(): Promise<{ payable: Answer; methods: Answer; transaction: Answer }> {
    await put(51, 2);
    const payable = await anne()('GET', 'carts/current/payable');
    const text = Payable.parse(payable.body).payable;
    const methods = await anne()('GET', `payment/methods?payable=${text}`);
    const transaction = await anne()('POST', 'payment/transactions', {
      payable: text,
      flow: 'redirect',
      provider_id: 15,
      frontend_redirect_url: 'https://shop.example/fr/cart-validated',
    });
    return { payable, methods, transaction };
  }

  async function orderInPart(): Promise<Answer> {
    const cart = z.object({ uuid: z.string(), id: z.number() }).parse((await put(51, 3)).body);
    server.control.replaceCart(cart.uuid);
    const line = server.control.orderOf(cart.id).lines[0];
    server.control.deliver(cart.id, [{ line_id: line?.id ?? 0, qty: 2 }]);
    return anne()('GET', `sales/${cart.id}`);
  }

  const cases: [string, string, number, () => Promise<Answer>][] = [
    ['a cart', 'cart', 19, () => put(51, 2)],
    [
      'a cart with a pickup point',
      'pickup',
      3,
      async () => {
        await put(51, 2);
        return anne()('POST', 'carts/current/set_pickup', { carrier_id: 3, code: 'P001' });
      },
    ],
    [
      'a cart with a coupon',
      'cart_actions',
      66,
      async () => {
        await put(51, 2);
        return anne()('POST', 'carts/current/coupon', { code: 'BIENVENUE10' });
      },
    ],
    [
      'carriers of a cart',
      'cart_actions',
      28,
      async () => {
        await put(51, 2);
        return anne()('GET', 'carts/current/delivery_carriers');
      },
    ],
    ['carriers without a cart', 'cart_actions', 23, () => anne()('GET', 'delivery_carriers')],
    ['an order with a transfer', 'stale_uuid_actions', 10, orderInPart],
    ['invoicing addresses', 'addresses_customer', 2, () => anne()('GET', 'addresses/invoicing')],
    ['delivery addresses', 'addresses_customer', 3, () => anne()('GET', 'addresses/delivery')],
    ['the customer', 'addresses_customer', 45, () => anne()('GET', 'customer')],
    ['the settings', 'addresses_customer', 54, () => anne()('GET', 'settings')],
    ['a lead', 'addresses_customer', 56, () => anne()('POST', 'leads', { subject: 'Hello' })],
    ['a payable', 'payment_download', 5, async () => (await pay()).payable],
    ['a transaction', 'payment_download', 12, async () => (await pay()).transaction],
    [
      'a wishlist',
      'quotations_wishlists',
      23,
      () => anne()('POST', 'wishlists', { name: 'My list', lines: [{ product_id: 51 }] }),
    ],
    [
      'a registration',
      'quotations_wishlists',
      64,
      () => anne()('POST', 'auth/register', { name: 'C', login: 'c@example.test', password: 'x' }),
    ],
    [
      'invoices',
      'sales_payment',
      26,
      async () => {
        const order = z.object({ id: z.number() }).parse((await orderInPart()).body);
        server.control.invoice(order.id);
        return anne()('GET', 'invoices');
      },
    ],
  ];

  it.each(cases)(
    'CART-04 the response to %s has exactly the recorded keys',
    async (_name, file, n, ask) => {
      start();
      const answer = await ask();
      expect(answer.status).toBeLessThan(300);
      expect(sorted(keysOf(answer.body))).toEqual(sorted(keysOf(recordedBody(file, n))));
    },
  );

  it('CHK-05 payment methods have the recorded keys, plus icons', async () => {
    start();
    const { methods } = await pay();
    const ours = [...keysOf(methods.body)].filter(
      (key) => !key.startsWith('.providers[].payment_icons['),
    );
    expect(sorted(ours)).toEqual(sorted(keysOf(recordedBody('payment_download', 6))));
  });
});
