/** Parts of an order sheet that every list shares: its token, and what became of the last attempt. */
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notice';
import { useShop } from '~/http/shop';
import { newFormToken, useSheetAnswer, type SheetRefusal } from './sheet';

/**
 * First thing inside the form: the token that makes it count once, and the button that Enter presses. With
 * `data-sheet` on the form the island takes over where it can.
 */
export function SheetFields() {
  const { t } = useShop();
  return (
    <>
      <input type="hidden" name="tx" value={newFormToken()} autoComplete="off" />
      <button className="btn vh" type="submit" name="add" value="all">
        {t('cart:sheet.addTyped')}
      </button>
    </>
  );
}

/** Above the sheet: how many lines were refused, or that this form had been taken before. */
export function SheetNotice() {
  const { t } = useShop();
  const answer = useSheetAnswer();
  if (!answer) return null;
  const count = Object.keys(answer.lines).length;
  if (answer.reason === 'repeated')
    return (
      <Notice tone="info" role="alert">
        <p>
          <b>{t('cart:sheet.repeated', { count })}</b> {t('cart:sheet.addAgain')}
        </p>
      </Notice>
    );
  return (
    <Notice tone="bad" role="alert">
      <p>
        <b>{t('cart:sheet.refusedCount', { count })}</b>{' '}
        {answer.added > 0 ? t('cart:sheet.added', { count: answer.added }) : null}
      </p>
    </Notice>
  );
}

/** Under a row: why its quantity was not taken. Give the input `aria-describedby={id}`. */
export function SheetRefusalText({ refusal, id }: { refusal: SheetRefusal; id: string }) {
  const { t } = useShop();
  return (
    <p className="error" id={id}>
      <Icon name="alert" small />
      {t(`cart:sheet.refusal.${refusal}`)}
    </p>
  );
}
