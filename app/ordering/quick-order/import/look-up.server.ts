/**
 * Determines the outcome of an import whose response was lost, once the ERP can no longer apply it. Compares the whole
 * cart with the cart before the import and with the expected one (contract/erp.md 10.5). It never sends the import
 * again by itself.
 */
import type { CustomerRequest } from '~/base/page/page';
import { ledgerOf, readCart } from '~/ordering/cart/cart.server';
import { mayStillLand } from '~/ordering/cart/cart-lock.server';
import { verifyWrite } from '~/ordering/cart/sync/ledger-rules.server';
import { quantitiesFrom } from '~/ordering/cart/sync/ledger.server';
import type { Transaction } from '~/ordering/cart/transaction';
import type { Draft, Fate } from './draft';
import { changeFate, rememberImported } from './draft-store.server';

function transactionsOf({ lines, token }: Draft): Transaction[] {
  return lines.flatMap(({ productId, quantity, fault }) =>
    fault || productId === null || quantity === null ? [] : [{ uuid: token, productId, quantity }],
  );
}

/** Returns the draft with its current state; after a lost response, looks up whether the import was applied. */
export async function withFate(page: CustomerRequest, draft: Draft): Promise<Draft> {
  const { fate } = draft;
  if (fate.kind !== 'sent') return draft;
  if (await mayStillLand(page, fate.until)) return draft;
  const now = page.context.clock.now().getTime();
  const state = await readCart(page, { maxAgeMs: 0 });
  if (state.sync !== 'synced') return draft;
  const { sale } = await ledgerOf(page).cart();
  const before = { uuid: fate.before.uuid, quantities: quantitiesFrom(fate.before.quantities) };
  const verdict = verifyWrite(before, transactionsOf(draft), sale);
  const next: Record<typeof verdict, Fate> = {
    applied: { kind: 'done', at: now, warning: sale?.import_warning_msg ?? null },
    'not-applied': { kind: 'ready', returned: true },
    unclear: { kind: 'unclear' },
  };
  page.context.log.info(
    { event: 'import.looked_up', verdict },
    'an import whose answer was lost was looked for in the cart',
  );
  if (await changeFate(page, draft, 'sent', next[verdict])) {
    if (verdict === 'applied') await rememberImported(page, draft.mark, now);
  }
  return { ...draft, fate: next[verdict] };
}
