/**
 * HTTP calls below `_sandbox/` for the controls of contract/erp.md section 21; they require the header `X-Sandbox-Key`.
 */
import { z } from 'zod';
import type { Control } from './controls';
import type { HandlerParts } from './handler';
import { FaultInput } from './faults';
import { bodyText, parseJson } from './protocol/body';
import {
  Refusal,
  json,
  refusalResponse,
  type ErpRequest,
  type ErpResponse,
} from './protocol/exchange';
import { ProfileName, QuirkSwitches } from './quirks';

const Lines = z.array(z.object({ product_id: z.number(), qty: z.number() }));
const Reset = z.object({ seed: z.string().optional(), now: z.coerce.date().optional() });
const Profile = z.object({ profile: ProfileName.optional(), quirks: QuirkSwitches.optional() });
const Availability = z.object({ available: z.boolean() });
const Lock = z.object({ customer_id: z.number(), seconds: z.number().min(0) });
const Cart = z
  .object({
    dedup: z.enum(['skip', 'none', 'strict']).nullable(),
    empty: z.enum(['204', 'object']),
    success: z.union([z.literal(200), z.literal(201)]),
    options: z.boolean(),
  })
  .partial();
const Replace = z.object({ how: z.enum(['ordered', 'cancelled', 'sent']).optional() });
const Line = z.object({ type: z.enum(['section', 'note']), name: z.string() });
const NewCart = z.object({ customer_id: z.number(), lines: Lines });
const Refuse = z.object({ reason: z.string() });
const Deliver = z.object({
  lines: z.array(z.object({ line_id: z.number(), qty: z.number() })).optional(),
});
const Customer = z.object({
  can_order: z.boolean().optional(),
  rebate_visible: z.boolean().optional(),
  groups: z.array(z.number()).optional(),
  doubled_email: z.boolean().optional(),
});
const Advance = z.object({ ms: z.number() });

type Act = (control: Control, body: unknown, key: string) => unknown;

const done = { status: 'OK' };

function act<S extends z.ZodType>(
  schema: S,
  run: (control: Control, input: z.output<S>, key: string) => unknown,
): Act {
  return (control, body, key) => run(control, schema.parse(body ?? {}), key) ?? done;
}

function withoutUndefined<T extends object>(
  value: T,
): { [K in keyof T]?: Exclude<T[K], undefined> };
function withoutUndefined(value: object) {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined));
}

/** `{key}` is the only variable part of a path. */
const ACTS: Record<string, Act> = {
  'POST reset': act(Reset, (control, input) => {
    control.reset(input);
  }),
  'POST profile': act(Profile, (control, input) => control.profile(input)),
  'POST faults': act(FaultInput, (control, input) => {
    control.fault(input);
  }),
  'DELETE faults': act(z.unknown(), (control) => {
    control.clearFaults();
  }),
  'POST availability': act(Availability, (control, input) => {
    control.availability(input.available);
  }),
  'POST lock': act(Lock, (control, input) => {
    control.lock(input.customer_id, input.seconds);
  }),
  'POST cart': act(Cart, (control, input) => control.cart(withoutUndefined(input))),
  'POST carts': act(NewCart, (control, input) => {
    const cart = control.newCart(input.customer_id, input.lines);
    return { id: cart.id, uuid: cart.uuid };
  }),
  'POST carts/{key}/replace': act(Replace, (control, input, key) => {
    control.replaceCart(key, input.how);
  }),
  'POST carts/{key}/lines': act(Line, (control, input, key) => {
    control.addCartLine(key, input);
  }),
  'POST quotations/{key}/send': act(z.unknown(), (control, _input, key) => {
    control.sendQuotation(Number(key));
  }),
  'POST classified_ads/{key}/publish': act(z.unknown(), (control, _input, key) => {
    control.publishAd(Number(key));
  }),
  'POST classified_ads/{key}/refuse': act(Refuse, (control, input, key) => {
    control.refuseAd(Number(key), input.reason);
  }),
  'POST sales/{key}/deliver': act(Deliver, (control, input, key) => {
    control.deliver(Number(key), input.lines);
  }),
  'POST sales/{key}/invoice': act(z.unknown(), (control, _input, key) =>
    control.invoice(Number(key)),
  ),
  'POST customers/{key}': act(Customer, (control, input, key) => {
    control.changeCustomer(Number(key), input);
  }),
  'POST clock': act(Advance, (control, input) => {
    control.clock.advance(input.ms);
  }),
  'GET mails': (control) => control.mails(),
  'GET inbox': (control) => control.inbox(),
  'GET requests': (control) => control.requests(),
  'GET profile': (control) => control.profile({}),
};

function found(method: string, path: string): { run: Act; key: string } | null {
  const exact = ACTS[`${method} ${path}`];
  if (exact) return { run: exact, key: '' };
  const [kind = '', key = '', word] = path.split('/');
  const run = ACTS[`${method} ${[kind, '{key}', ...(word ? [word] : [])].join('/')}`];
  return run ? { run, key } : null;
}

export function handleControl(
  parts: HandlerParts,
  request: ErpRequest,
  method: string,
  path: string,
): ErpResponse {
  const target = found(method, path.replace(/^_sandbox\//, '').replace(/\/$/, ''));
  if (parts.controlKey === undefined || !target) return json(404, { detail: 'Not Found' });
  if (request.headers?.['x-sandbox-key'] !== parts.controlKey)
    return json(403, { detail: 'Forbidden' });
  try {
    const body = parseJson(bodyText(request.body));
    const result = parts.erp.store.atomically(() => target.run(parts.control, body, target.key));
    return json(200, result);
  } catch (cause) {
    if (cause instanceof Refusal) return refusalResponse(cause);
    if (cause instanceof z.ZodError) return json(422, { detail: cause.issues });
    throw cause;
  }
}
