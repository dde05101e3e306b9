import type { FormAnswer } from '~/base/ui/form/form-answer';
import { useCardHref } from '~/catalogue/products/rows/product-card-row';
import { subjectOf, type ProductCard } from '~/catalogue/products/product';
import type { Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { AlertSwitch } from './alert-switch';
import { offersAlert, type SaveKind, type SavePlace } from './save-product';
import { SaveProductForm } from './save-product-form';

export interface SaveProductView {
  card: ProductCard;
  /** The quantity that the customer typed next to the product; 1 without one. */
  quantity: string;
  /** The wishlists and draft quotations to choose from; null for a kind that this ERP does not support. */
  places: Readonly<Record<SaveKind, Block<readonly SavePlace[] | null>>>;
  /** True when the customer has an alert for the product; null when the shop offers no alerts. */
  alert: boolean | null;
}

function Place({
  kind,
  view,
  answer,
}: {
  kind: SaveKind;
  view: SaveProductView;
  answer: FormAnswer | null;
}) {
  const { t, locale } = useShop();
  const places = view.places[kind];
  const found = places.ok ? places.value : null;
  return (
    <section className="panel stack" id={kind}>
      <h2>{t(`save-product:${kind}.title`)}</h2>
      {found ? (
        <SaveProductForm
          kind={kind}
          card={view.card}
          proposed={view.quantity}
          places={found}
          answer={answer?.typed['form'] === kind ? answer : null}
        />
      ) : (
        <Empty
          icon="alert"
          title={t(
            places.ok ? `save-product:${kind}.notInstalled` : `save-product:${kind}.unavailable`,
          )}
          actions={
            kind === 'quotation' ? (
              <a className="btn quiet" href={links.contact(locale, subjectOf(view.card))}>
                {t('save-product:contact')}
              </a>
            ) : undefined
          }
        />
      )}
    </section>
  );
}

/** Asks where to save a product: to a wishlist or a quotation (PROD-03). */
export function SaveProductPage({
  view,
  answer,
}: {
  view: SaveProductView;
  answer: FormAnswer | null;
}) {
  const { t, locale } = useShop();
  const { card, alert } = view;
  const href = useCardHref(card) ?? links.home(locale);
  return (
    <>
      <Crumbs items={[{ name: card.title, href }, { name: t('save-product:crumb') }]} />
      <PageHead
        title={card.name}
        lead={[card.sku ? `SKU ${card.sku}` : null, card.cnk ? `CNK ${card.cnk}` : null]
          .filter(Boolean)
          .join(' · ')}
      />
      <div className="grid g-2">
        <Place kind="list" view={view} answer={answer} />
        <Place kind="quotation" view={view} answer={answer} />
        {offersAlert(card, alert) ? (
          <section className="panel stack" id="alert">
            <h2>{t('save-product:alert.title')}</h2>
            <p className="muted">{t('save-product:alert.meaning')}</p>
            <AlertSwitch id={card.id} on={alert} />
          </section>
        ) : null}
      </div>
    </>
  );
}
