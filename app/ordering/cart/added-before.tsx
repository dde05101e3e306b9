import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';

/** This form has already added `count` lines, which are displayed again (P-56). */
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
