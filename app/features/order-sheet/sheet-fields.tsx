import { Notice } from '~/ui/notice';
import { useShop } from '~/page/shop';
import { useSheetAnswer } from './sheet';

/** Above the sheet: how many lines were refused, or that this form had been taken before. */
export function SheetNotice() {
  const { t } = useShop();
  const answer = useSheetAnswer();
  if (!answer || answer.reason === 'added') return null;
  const { count } = answer;
  if (answer.reason === 'full')
    return (
      <Notice tone="bad" id="sheet-answer" role="alert">
        <p>{t('cart:sheet.full')}</p>
      </Notice>
    );
  if (answer.reason === 'repeated')
    return (
      <Notice tone="info" id="sheet-answer" role="alert">
        <p>
          <b>{t('cart:sheet.repeated', { count })}</b> {t('cart:sheet.addAgain')}
        </p>
      </Notice>
    );
  return (
    <Notice tone="bad" id="sheet-answer" role="alert">
      <p>
        <b>{t('cart:sheet.refusedCount', { count })}</b>{' '}
        {answer.added > 0 ? t('cart:sheet.added', { count: answer.added }) : null}
      </p>
    </Notice>
  );
}
