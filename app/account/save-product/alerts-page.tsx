import type { ProductCard } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { Table } from '~/base/ui/table';
import { AlertSwitch } from './alert-switch';
import type { AlertsView, WatchedProduct } from './alerts-view.server';
import { hasPromotion, promotionEnd } from './save-product';

const noEndOf = (card: ProductCard) => (hasPromotion(card) ? 'endless' : 'noPromotion');

function WatchedRow({ product: { id, card } }: { product: WatchedProduct }) {
  const { t, locale, formats } = useShop();
  const end = card && promotionEnd(card);
  const name = card?.name ?? t('save-product:alerts.unnamed', { id: String(id) });
  return (
    <tr>
      <th scope="row">
        {card?.urlKey ? (
          <a href={links.product(locale, card.urlKey, card.sku ?? undefined)}>{name}</a>
        ) : (
          name
        )}
      </th>
      <td data-label={t('save-product:alerts.end')}>
        {end ? formats.day(end) : card ? t(`save-product:alerts.${noEndOf(card)}`) : null}
      </td>
      <td className="acts-cell">
        <AlertSwitch id={id} on of={name} />
      </td>
    </tr>
  );
}

/** All promotion alerts of the customer, each with a button to switch it off. */
export function AlertsPage({ view: { products } }: { view: AlertsView }) {
  const { t, locale } = useShop();
  const title = t('save-product:alerts.title');
  return (
    <>
      <Crumbs
        items={[{ name: t('orders:account'), href: links.account(locale) }, { name: title }]}
      />
      <PageHead title={title} lead={t('save-product:alerts.lead')} />
      {!products.ok ? (
        <Empty icon="bell" level={2} title={t('save-product:alerts.unavailable')} />
      ) : products.value.length === 0 ? (
        <Empty
          icon="bell"
          level={2}
          title={t('save-product:alerts.none')}
          actions={
            <a className="btn small" href={links.promotions(locale)}>
              {t('search:promotions.title')}
            </a>
          }
        >
          <p>{t('save-product:alerts.noneHint')}</p>
        </Empty>
      ) : (
        <div className="sheet">
          <Table
            caption={title}
            heads={[
              t('save-product:alerts.product'),
              t('save-product:alerts.end'),
              { text: t('wishlists:column.actions'), hidden: true },
            ]}
          >
            {products.value.map((product) => (
              <WatchedRow key={product.id} product={product} />
            ))}
          </Table>
        </div>
      )}
    </>
  );
}
