/** Parses the body of a sync and selects the transactions that still apply (contract/erp.md 9.1, 10.3, 10.5). */
import { z } from 'zod';
import type { CustomerCall, ErpState } from '../call';
import { Refusal, badRequest, internalError, type Issue } from '../protocol/exchange';
import { float, int, read, uuid } from '../protocol/fields';

const Options = z.record(z.string(), z.unknown());

const Transaction = z.strictObject({
  uuid: uuid().nullish(),
  product_id: int(),
  qty: float(),
  options: Options.nullish(),
});
export type Transaction = z.infer<typeof Transaction>;

const Body = z.object({ transactions: z.array(Transaction) });
const BodyUuid = z.object({ uuid: uuid().nullish() });

/** If the module for line options is not installed, even `options: null` is an unknown key (2.4). */
const PlainBody = z.object({ transactions: z.array(Transaction.omit({ options: true })) });

const LARGEST = 1_000_000;
/** A quantity that the database of a real server cannot store. */
const UNSTORABLE = 1e300;

function checkQuantities(erp: ErpState, transactions: readonly Transaction[]): void {
  if (erp.quirks.has('bad-quantity-500')) {
    const poison = transactions.some(({ qty }) => !(Math.abs(qty) < UNSTORABLE));
    if (poison) throw internalError();
    return;
  }
  const issues = transactions.flatMap(({ qty }, index): Issue[] => {
    const loc = ['body', 'transactions', index, 'qty'];
    if (!Number.isFinite(qty))
      return [{ type: 'finite_number', loc, msg: 'Input should be a finite number', input: null }];
    if (Math.abs(qty) < LARGEST) return [];
    const msg = `Input should be less than ${LARGEST} in size`;
    return [{ type: 'less_than', loc, msg, input: qty, ctx: { lt: LARGEST } }];
  });
  if (issues.length > 0) throw new Refusal(422, issues);
}

/** The transactions in order. An invalid transaction makes the ERP reject the whole request. */
export function readTransactions(call: CustomerCall): Transaction[] {
  const schema = call.erp.cartVariants.options ? Body : PlainBody;
  const { transactions } = read(schema, call.body, 'body');
  checkQuantities(call.erp, transactions);
  return transactions;
}

/** The published modules use only the uuid in the path, and do not even validate the one in the body. */
export function sentUuid(call: CustomerCall): string | null {
  const inPath = call.params['uuid'] ?? null;
  if (call.erp.quirks.has('path-uuid-only')) return inPath;
  const { uuid: inBody } = read(BodyUuid, call.body, 'body');
  return inPath ?? inBody ?? null;
}

function dedupMode(erp: ErpState): 'skip' | 'none' | 'strict' {
  return erp.cartVariants.dedup ?? (erp.quirks.has('no-dedup') ? 'none' : 'skip');
}

function once(transactions: readonly Transaction[]): Transaction[] {
  const seen = new Set<string>();
  return transactions.filter(({ uuid: id }) => {
    if (!id) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Behaviour of pull request 1665: skips known transactions only at the head of the list, and rejects the others. */
function strictRest(
  transactions: readonly Transaction[],
  known: ReadonlySet<string>,
): Transaction[] {
  const isKnown = ({ uuid: id }: Transaction) => !!id && known.has(id);
  const head = transactions.findIndex((transaction) => !isKnown(transaction));
  const rest = head === -1 ? [] : transactions.slice(head);
  const late = rest.filter(isKnown).map(({ uuid: id }) => id);
  if (late.length > 0)
    throw badRequest(`Transactions already applied out of order: ${late.join(', ')}`);
  return rest;
}

/**
 * Transactions that remain after deduplication. A known uuid counts for the customer, whatever cart it was applied to.
 */
export function notYetApplied(
  erp: ErpState,
  customerId: number,
  transactions: readonly Transaction[],
): Transaction[] {
  const mode = dedupMode(erp);
  if (mode === 'none') return [...transactions];
  const uuids = transactions.flatMap(({ uuid: id }) => (id ? [id] : []));
  const known = erp.store.knownTransactions(customerId, uuids);
  const single = once(transactions);
  if (mode === 'strict') return strictRest(single, known);
  return single.filter(({ uuid: id }) => !id || !known.has(id));
}
