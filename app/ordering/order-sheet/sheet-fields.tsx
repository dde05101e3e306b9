import { AddedBefore } from '~/ordering/cart/added-before';
import { Notice } from '~/base/ui/notice';
import { useShop } from '~/base/page/shop';
import { filledName, useSheetAnswer } from './sheet';

/**
 * Message above the sheet: how many lines were rejected, that the queue of edits is full, or that the form was already
 * processed.
 */
export function SheetNotice() {
  const { t } = useShop();
  const answer = useSheetAnswer();
  if (!answer || answer.reason === 'added' || answer.reason === 'carried') return null;
  const { count } = answer;
  if (answer.reason === 'full')
    return (
      <Notice tone="bad" id="sheet-answer" role="alert">
        <p>{t('cart:sheet.full')}</p>
      </Notice>
    );
  if (answer.reason === 'repeated') return <AddedBefore count={count} id="sheet-answer" />;
  return (
    <Notice tone="bad" id="sheet-answer" role="alert">
      <p>
        <b>{t('cart:sheet.refusedCount', { count })}</b>{' '}
        {answer.added === null ? t('cart:sheet.noneForCode') : null}
        {answer.added ? t('cart:sheet.added', { count: answer.added }) : null}
      </p>
    </Notice>
  );
}

/**
 * Hidden field with the quantity that the page proposed for a field. '' when the customer must enter the quantity,
 * because the page shows another presentation than the one in its address.
 */
export function ProposedQuantity({
  id,
  proposed,
}: {
  id: number;
  proposed: number | '' | undefined;
}) {
  if (proposed === undefined) return null;
  return <input type="hidden" name={filledName(id)} value={proposed} autoComplete="off" />;
}
