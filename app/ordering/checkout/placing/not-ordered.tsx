import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';

/** On the cart's page, to a customer who did not stay to read what became of a confirmation. */
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
