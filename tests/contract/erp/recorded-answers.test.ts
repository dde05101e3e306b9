import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AddressWire, SaleWire } from '~/base/erp/sale-wire.server';
import { OrderWire } from '~/ordering/orders/order-wire.server';
import { MethodsWire, PayableWire, TransactionWire } from '~/ordering/payment/payment-wire.server';

/** Responses of a real Odoo 16, if available: the shop's wire schemas must accept them. */
const folder = resolve('../shared/contract/recordings');
const Recorded = z.object({
  label: z.string(),
  request: z.object({ method: z.string(), path: z.string() }),
  response: z.object({ status: z.number(), body: z.unknown() }).nullable(),
});

const schemas: readonly (readonly [call: RegExp, schema: z.ZodType])[] = [
  [/^(GET|POST) \/carts\/[\w-]+\/payable$/, PayableWire],
  [/^POST \/carts\/(sync|[\w-]+\/(sync|set_carrier|carrier|update|set_pickup|coupon))$/, SaleWire],
  [/^GET \/carts\/(current)?$/, SaleWire],
  [/^GET \/sales$/, z.object({ items: z.array(OrderWire) })],
  [/^GET \/sales\/\d+$/, OrderWire],
  [/^GET \/addresses\/(delivery|invoicing)$/, z.array(AddressWire)],
  [/^GET \/payment\/methods$/, MethodsWire],
  [/^POST \/payment\/transactions$/, TransactionWire],
];

interface Judged {
  call: string;
  faults: string;
}

function judged(): Judged[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => Recorded.parse(JSON.parse(line)))
    .flatMap(({ label, request, response }) => {
      const call = `${request.method} ${request.path.split('?')[0] ?? ''}`;
      const found = schemas.find(([pattern]) => pattern.test(call));
      if (response === null) return [];
      const { status, body } = response;
      if (!found || status < 200 || status > 299 || typeof body !== 'object' || body === null)
        return [];
      const result = found[1].safeParse(body);
      return [{ call: `${call} (${label})`, faults: result.success ? '' : result.error.message }];
    });
}

describe.skipIf(!existsSync(folder))('recorded answers of a real Odoo 16', () => {
  it('CART-04 CHK-05 ORD-01 every recorded response to a call of the shop passes its wire schema', () => {
    const answers = judged();
    expect(answers.length).toBeGreaterThan(150);
    expect(answers.filter(({ faults }) => faults !== '')).toEqual([]);
  });
});
