import { useSheetAnswer } from '~/features/cart/sheet';
import { useShop } from '~/http/shop';
import { Notice } from '~/ui/notice';

/** What became of the sheet that was just sent, when not all of it went into the cart. */
export function SheetNotice() {
  const { t } = useShop();
  const answer = useSheetAnswer();
  if (!answer) return null;
  if (answer.reason === 'repeated') {
    return (
      <Notice tone="info" role="status">
        <p>{t('catalogue:sheet.repeated')}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="bad" role="alert">
      <p>
        {answer.added > 0
          ? t('catalogue:sheet.partly', { count: answer.added })
          : t('catalogue:sheet.refused')}
      </p>
    </Notice>
  );
}
