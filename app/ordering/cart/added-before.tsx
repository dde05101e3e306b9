import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';

/** Notice that this form has already added `count` lines to the cart, and that the page displays them again (P-56). */
export function AddedBefore({ count, id }: { count: number; id?: string }) {
  const { t } = useShop();
  return (
    <Notice tone="info" role="alert" {...(id === undefined ? {} : { id })}>
      <p>
        <b>{t('cart:sheet.repeated', { count })}</b> {t('cart:sheet.addAgain')}
      </p>
    </Notice>
  );
}
