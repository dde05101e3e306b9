/**
 * Sends `POST carts/csv` at most once per import (contract/erp.md 9.10, P-58). The call adds to the cart and is not
 * idempotent, so it runs only while the cart is locked. Before the call, the draft is marked as sent and the cart is
 * locked until the ERP can no longer apply the call. After a lost response the call is never repeated. The file for the
 * ERP is generated from the parsed lines, under a generated name (P-33). Its format has no quotes: one row describes
 * the order, each other row is `sku;quantity`.
 */
import { isNotInstalled, noteMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { isSessionEnded, isUpstreamFailure } from '~/base/kernel/failure';
import type { ErpAnswer } from '../../../../server/upstream/erp/erp-client';
import { recordCart } from '~/ordering/cart/cart.server';
import { SaleWire } from '~/ordering/cart/wire/cart-wire.server';
import { lockCart, unlockCart, withLedgerLock } from '~/ordering/cart/cart-lock.server';
import { maxMsOf } from '~/ordering/cart/sync/deps';
import { quantitiesOf, type Cart } from '~/ordering/cart/cart';
import { namesBeyond, piecesBySku, type Draft } from './draft';
import { changeFate, findFate, rememberImported } from './draft-store.server';

export const importCall = 'POST carts/csv';
/** Timeout for five thousand lines; shorter than the two minutes of the cart lock. */
const callTimeoutMs = 60_000;

export type Sent =
  | { kind: 'done' }
  /** This import was confirmed before, or is in transit. */
  | { kind: 'sent-before' }
  /** The response was lost: the cart may contain the import, and it is never sent again. */
  | { kind: 'lost' }
  /** Nothing was added, because the shop is still verifying another write to the cart; the customer may retry. */
  | { kind: 'checking'; seconds: number }
  | { kind: 'unavailable' }
  /** Together with the pieces now in the cart, these products would exceed the maximum quantity of a line. */
  | { kind: 'beyond'; names: string[] }
  | { kind: 'refused'; status: number }
  | { kind: 'not-installed' };

/** Makes a text safe for a cell of the ERP's format, which has no quotes. */
const plain = (text: string, length: number): string =>
  text
    .replace(/[;"\p{C}]+/gu, ' ')
    .trim()
    .slice(0, length);

function fileOf({ customer, context }: CustomerRequest, { order, lines, token }: Draft): File {
  const { suiteName = '', reference = '', note = '' } = order ?? {};
  // Never leave the row empty: the ERP would ignore it.
  const email = order?.email || customer.email || customer.login;
  const head = [plain(suiteName, 64), plain(reference, 200), plain(email, 200), plain(note, 1_000)];
  const day = context.clock.now().toISOString().slice(0, 10);
  const rows = [...piecesBySku(lines)].map(([sku, pieces]) => `${sku};${pieces}`);
  const text = `${[head.join(';'), ...rows].join('\n')}\n`;
  return new File([text], `order-${day}-${token.slice(0, 8)}.csv`, { type: 'text/csv' });
}

function send(page: CustomerRequest, draft: Draft): Promise<ErpAnswer<SaleWire>> {
  const body = new FormData();
  body.set('file', fileOf(page, draft));
  return page.context.erp.call(
    { method: 'POST', path: 'carts/csv', body, timeoutMs: callTimeoutMs },
    SaleWire,
  );
}

const lockOf = ({ token }: Draft): string => `import ${token}`;

/** Resets the draft to ready after a failure that certainly added nothing. */
async function giveBack(page: CustomerRequest, draft: Draft): Promise<void> {
  await changeFate(page, draft, 'sent', { kind: 'ready', returned: false });
  await unlockCart(page, lockOf(draft));
}

async function onAnswer(
  page: CustomerRequest,
  draft: Draft,
  answer: Exclude<ErpAnswer<SaleWire>, { kind: 'empty' }>,
): Promise<Sent> {
  const { context } = page;
  if (answer.kind === 'refused') {
    await giveBack(page, draft);
    if (!isNotInstalled(answer)) return { kind: 'refused', status: answer.status };
    await noteMissing(context, importCall);
    return { kind: 'not-installed' };
  }
  const at = context.clock.now().getTime();
  const warning = answer.body.import_warning_msg;
  await changeFate(page, draft, 'sent', { kind: 'done', at, warning });
  await unlockCart(page, lockOf(draft));
  await recordCart(page, answer.body);
  await rememberImported(page, draft.mark, at);
  context.log.info(
    { event: 'import.done', rows: piecesBySku(draft.lines).size, warned: warning !== null },
    'an order file was imported',
  );
  return { kind: 'done' };
}

async function sendOnce(page: CustomerRequest, draft: Draft, cart: Cart | null): Promise<Sent> {
  const { context } = page;
  const held = new Map<string | null, number>();
  for (const { sku, quantity, isReward } of cart?.lines ?? [])
    if (!isReward) held.set(sku, (held.get(sku) ?? 0) + quantity);
  const names = namesBeyond(draft.lines, held);
  if (names.length > 0) return { kind: 'beyond', names };
  const maxMs = maxMsOf(context);
  const sentAt = context.clock.now().getTime();
  const before = { uuid: cart?.uuid ?? null, quantities: [...quantitiesOf(cart)] };
  const mostMs = callTimeoutMs + maxMs;
  const until = sentAt + mostMs;
  const mine = await changeFate(page, draft, 'ready', {
    kind: 'sent',
    lost: false,
    until,
    before,
  });
  if (!mine) return { kind: 'sent-before' };
  await lockCart(page, { id: lockOf(draft), sentAt, ms: mostMs });
  try {
    const answer = await send(page, draft);
    if (answer.kind !== 'empty') return await onAnswer(page, draft, answer);
  } catch (error) {
    const ended = isSessionEnded(error);
    if (ended || (isUpstreamFailure(error) && error.applied === 'nothing')) {
      await giveBack(page, draft);
      if (ended) throw error;
      return { kind: 'unavailable' };
    }
    if (!isUpstreamFailure(error)) throw error;
  }
  const landed = context.clock.now().getTime() + maxMs;
  context.log.error(
    { event: 'import.answer_lost', rows: piecesBySku(draft.lines).size },
    'the answer to an import was lost; it is not sent again',
  );
  await changeFate(page, draft, 'sent', {
    kind: 'sent',
    lost: true,
    until: landed,
    before,
  });
  await lockCart(page, { id: lockOf(draft), sentAt });
  return { kind: 'lost' };
}

const pollMs = 300;
const patienceMs = 20_000;

/** Waits while another request of this customer sends the same import (a double click). */
async function awaitOther(page: CustomerRequest, token: string): Promise<Sent> {
  for (let waited = 0; waited < patienceMs; waited += pollMs) {
    const fate = await findFate(page, token);
    if (fate?.kind !== 'sent' || fate.lost) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return { kind: 'sent-before' };
}

export async function sendImport(page: CustomerRequest, draft: Draft): Promise<Sent> {
  if (draft.fate.kind !== 'ready') return awaitOther(page, draft.token);
  const outcome = await withLedgerLock(page, (cart) => sendOnce(page, draft, cart));
  if (outcome.ok) return outcome.value;
  const fate = await findFate(page, draft.token);
  if (fate && fate.kind !== 'ready') return awaitOther(page, draft.token);
  return outcome.refusal.kind === 'checking'
    ? { kind: 'checking', seconds: outcome.refusal.seconds }
    : { kind: 'unavailable' };
}
