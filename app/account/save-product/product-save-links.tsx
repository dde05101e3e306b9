import type { ProductCard } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon } from '~/base/ui/icon';
import { AlertSwitch } from './alert-switch';
import { keepValue, offersAlert, saveKinds } from './save-product';

const icons = { list: 'list', quotation: 'doc' } as const;

/**
 * Links to save a product to a wishlist or quotation, for customers only. The choices are on a separate page, because
 * each takes bytes and a call of the ERP. For an orderable product the links are buttons of the order form, so that
 * they submit the typed quantity.
 */
export function ProductSaveLinks({ card, alert }: { card: ProductCard; alert: boolean | null }) {
  const { t, locale, signedIn } = useShop();
  if (!signedIn) return null;
  return (
    <div className="acts" id="keep">
      {saveKinds.map((kind) => {
        const look = { className: 'btn plain small' };
        const face = (
          <>
            <Icon name={icons[kind]} small />
            {t(`save-product:${kind}.title`)}
          </>
        );
        return card.orderable.ok ? (
          <button
            key={kind}
            {...look}
            type="submit"
            form="order"
            name="keep"
            value={keepValue(kind, card.id)}
          >
            {face}
          </button>
        ) : (
          <a key={kind} {...look} href={`${links.saveProduct(locale, card.id)}#${kind}`}>
            {face}
          </a>
        );
      })}
      {offersAlert(card, alert) ? <AlertSwitch id={card.id} on={alert} /> : null}
    </div>
  );
}
