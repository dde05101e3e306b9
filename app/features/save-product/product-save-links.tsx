import type { ProductCard } from '~/features/catalogue/product';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import { AlertSwitch } from './alert-switch';
import { offersAlert } from './save-product';

/**
 * What a customer may do with a product beside ordering it. The choices cost bytes and a call to the back
 * ERP each, so they are on a page of their own; visitors get nothing of it.
 */
export function ProductSaveLinks({ card, alert }: { card: ProductCard; alert: boolean | null }) {
  const { t, locale, signedIn } = useShop();
  if (!signedIn) return null;
  const address = links.saveProduct(locale, card.id);
  return (
    <div className="acts" id="keep">
      <a className="btn plain small" href={`${address}#list`}>
        <Icon name="list" small />
        {t('save-product:list.title')}
      </a>
      <a className="btn plain small" href={`${address}#quotation`}>
        <Icon name="doc" small />
        {t('save-product:quotation.title')}
      </a>
      {offersAlert(card, alert) ? <AlertSwitch id={card.id} on={alert} /> : null}
    </div>
  );
}
