import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';

/** A notice for accounts that may not order, once per page: what they may do, and whom to contact (PROD-02). */
export function MayNotOrder() {
  const { t, locale, mayOrder } = useShop();
  if (mayOrder) return null;
  return (
    <Notice tone="info" id="may-not-order">
      <p>
        {t('catalogue:bar.may-not-order.meaning')}{' '}
        <a href={links.contact(locale)}>{t('catalogue:bar.may-not-order.action')}</a>
      </p>
    </Notice>
  );
}
