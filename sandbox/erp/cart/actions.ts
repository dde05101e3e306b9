/** Reads and describes the cart: `GET carts/{uuid}`, `update`, `coupon` (contract/erp.md 9.3, 9.5, 9.7). */
import { z } from 'zod';
import type { CustomerCall } from '../call';
import {
  accessError,
  empty,
  json,
  missing,
  notFound,
  type ErpResponse,
} from '../protocol/exchange';
import { int, read, text } from '../protocol/fields';
import { blankToNull, noteHtml } from '../protocol/note';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { ownAddress } from '../store/addresses';
import type { SaleRecord } from '../store/records';
import { cartForAction, newCart, newestOpenCart, openCartByUuid, pathUuid } from './open-carts';
import { programByCode, type Program } from './programs';
import { freeProducts, goodsTotal, withRewards } from './rewards';
import { cartAction } from './spellings';
import { cartAnswer } from './sync';

const Texts = z.object({ client_order_ref: text().nullish(), note: text().nullish() });
const withAddresses = (choice: z.ZodType<{ address_id: number | null }>) =>
  Texts.extend({ delivery: choice.nullish(), invoicing: choice.nullish() });

/** The published modules reject a null address id; by the contract null leaves the address unchanged. */
const Update = withAddresses(z.object({ address_id: int().nullable() }));
const ReleasedUpdate = withAddresses(z.object({ address_id: int() }));

/**
 * Null, absent and 0 leave the cart's address unchanged. Another customer's address is a 404 or 403; Odoo 18 does not
 * check it (9.3).
 */
function chosenAddress(
  call: CustomerCall,
  choice: { address_id: number | null } | null | undefined,
): number | null {
  const id = choice?.address_id ?? null;
  if (id === null || id === 0) return null;
  if (ownAddress(call.erp, call.customer, id)) return id;
  const exists = call.erp.store.addresses.get(id) !== null;
  if (exists && call.erp.quirks.has('unchecked-address')) return id;
  throw exists && call.erp.quirks.has('foreign-403') ? accessError() : missing();
}

function update(call: CustomerCall): ErpResponse {
  const released = call.erp.quirks.has('released-shapes');
  const input = read(released ? ReleasedUpdate : Update, call.body, 'body');
  const found = cartForAction(call) ?? newCart(call.erp, call.customer);
  const cart: SaleRecord = {
    ...found,
    deliveryAddressId: chosenAddress(call, input.delivery) ?? found.deliveryAddressId,
    invoicingAddressId: chosenAddress(call, input.invoicing) ?? found.invoicingAddressId,
  };
  if (input.client_order_ref !== undefined)
    cart.clientOrderRef = blankToNull(input.client_order_ref);
  if (input.note !== undefined) cart.note = noteHtml(input.note);
  call.erp.store.sales.put(cart);
  return cartAnswer(call, cart);
}

const Coupon = z.strictObject({
  code: text(),
  reward_id: int().nullish(),
  free_product_id: int().nullish(),
});

function usableProgram(call: CustomerCall, cart: SaleRecord, code: string): Program {
  const program = programByCode(code);
  if (!program) throw refusal(call, 'codeInvalid', { code });
  if (program.until !== null && program.until < call.erp.clock.today())
    throw refusal(call, 'codeExpired');
  const uses = cart.codes.filter((applied) => applied.code === program.code).length;
  const once = program.kind === 'promo_code' && call.erp.quirks.has('promo-once');
  if (uses >= (once ? 1 : program.maxUses)) throw refusal(call, 'codeApplied');
  if (goodsTotal(cart) <= 0 || goodsTotal(cart) < program.minimum) throw refusal(call, 'noReward');
  return program;
}

function chosenReward(call: CustomerCall, program: Program, rewardId: number | null) {
  const named = program.rewards.find((reward) => reward.id === rewardId);
  if (named) return named;
  if (rewardId !== null) throw refusal(call, 'rewardNotAllowed');
  const [only, another] = program.rewards;
  if (!only) throw refusal(call, 'noReward');
  if (another) throw refusal(call, 'severalRewards');
  return only;
}

function chosenFreeProduct(call: CustomerCall, cart: SaleRecord, productId: number | null): number {
  const choices = freeProducts(cart);
  const [only, another] = choices;
  if (only === undefined) throw refusal(call, 'noReward');
  if (productId === null && another !== undefined) throw refusal(call, 'severalFreeProducts');
  const chosen = productId ?? only;
  if (!choices.includes(chosen)) throw refusal(call, 'rewardNotAllowed');
  return chosen;
}

function coupon(call: CustomerCall): ErpResponse {
  const input = read(Coupon, call.body, 'body');
  const cart = cartForAction(call);
  if (!cart) return json(200, null);
  const program = usableProgram(call, cart, input.code);
  const reward = chosenReward(call, program, input.reward_id ?? null);
  const freeProductId =
    reward.kind === 'product' ? chosenFreeProduct(call, cart, input.free_product_id ?? null) : null;
  const applied = { code: program.code, rewardId: reward.id, freeProductId };
  const changed = withRewards(call.erp, { ...cart, codes: [...cart.codes, applied] }, call.lang);
  call.erp.store.sales.put(changed);
  return cartAnswer(call, changed);
}

/** The published modules return the newest open cart, whatever the uuid. */
function byUuid(call: CustomerCall): ErpResponse {
  const { erp, customer } = call;
  if (erp.quirks.has('action-uuid-ignored')) {
    const newest = newestOpenCart(erp, customer.id);
    return newest ? cartAnswer(call, newest) : empty(204);
  }
  const cart = openCartByUuid(erp, customer.id, pathUuid(call) ?? '');
  if (!cart) throw notFound('No cart found');
  return cartAnswer(call, cart);
}

export const actionRoutes: Route[] = [
  signedIn('GET', 'carts/{uuid:uuid}', byUuid),
  ...cartAction('POST', 'update', update),
  ...cartAction('POST', 'coupon', coupon),
];
