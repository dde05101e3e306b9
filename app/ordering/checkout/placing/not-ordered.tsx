import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';

/**
 * Notice on the cart page that nothing was ordered, for a customer who left before the outcome of the confirmation was
 * known.
 */
export function NotOrdered() {
  const { t } = useShop();
  return (
    <Notice tone="warn" role="status">
      <p>
        <b>{t('checkout:placed.notPlaced.title')}</b>
      </p>
      <p>{t('checkout:placed.notPlaced.text')}</p>
    </Notice>
  );
}
