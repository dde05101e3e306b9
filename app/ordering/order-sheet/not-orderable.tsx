import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { subjectOf, type ProductCard } from '~/catalogue/products/product';

/** Text that explains why a product cannot be ordered, with the alternative (sign-in, quotation or contact). */
export function NotOrderable({ card }: { card: ProductCard }) {
  const { t, locale, here } = useShop();
  if (card.orderable.ok) return null;
  const { reason } = card.orderable;
  switch (reason) {
    case 'sign-in':
      return (
        <a className="btn quiet" href={links.signIn(locale, here)}>
          {t('catalogue:bar.sign-in.action')}
          <span className="vh"> {card.name}</span>
        </a>
      );
    case 'on-quotation':
      return (
        <a className="btn quiet" href={`${links.saveProduct(locale, card.id)}#quotation`}>
          {t('catalogue:bar.on-quotation.action')}
          <span className="vh"> {card.name}</span>
        </a>
      );
    case 'on-request':
      return (
        <a className="btn quiet" href={links.contact(locale, subjectOf(card))}>
          {t('catalogue:bar.on-request.action')}
          <span className="vh"> {card.name}</span>
        </a>
      );
    case 'may-not-order':
      // The notice `MayNotOrder` explains this once per page, for all rows.
      return null;
    case 'not-sold':
    case 'other-profession':
      return <span className="muted">{t(`catalogue:bar.${reason}.short`)}</span>;
  }
}
