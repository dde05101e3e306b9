import type { ReactNode } from 'react';
import { SheetNotice } from '~/ordering/order-sheet/sheet-fields';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs, type Crumb } from '~/base/ui/page/crumbs';
import { Html } from '~/base/ui/html';
import { Notice } from '~/base/ui/notice';
import { keepTogether } from '~/base/ui/unbroken';
import { FlagMeanings } from '~/catalogue/products/rows/product-tags';
import { BuyBox } from './buy-box';
import { Gallery } from './gallery';
import { LinkedProducts } from './related-products';
import type { Consumption, RelatedProducts, Product } from './product-detail';
import { AttributeGroups, Documents, MainAttributes } from './product-attributes';
import { Usage } from './usage';
import { Axis } from './variant-choice';

export interface ProductPageView {
  product: Product;
  /**
   * The SKU in the address, if no variant of the product has that SKU; the page then shows another variant. Null
   * otherwise.
   */
  missing: string | null;
  relatedProducts: RelatedProducts;
  consumption: Consumption | null;
  /** Address of the search results from which the customer came. */
  back: string | null;
  picture: number;
  inCart: ReadonlyMap<number, number>;
}

function useCrumbs({ product, back }: ProductPageView): Crumb[] {
  const { t, locale } = useShop();
  const first = back
    ? { name: t('catalogue:page.backTo'), href: back }
    : { name: t('common:home'), href: links.home(locale) };
  const way = product.categories.map((one) => ({
    name: one.name,
    href: links.category(locale, one.urlKey),
  }));
  return [first, ...way, { name: product.card.title }];
}

function Codes({ product }: { product: Product }) {
  const { t } = useShop();
  const codes = [
    ['sku', product.card.sku],
    ['cnk', product.card.cnk],
    ['ean', product.card.barcode],
    ['amm', product.codeAmm],
  ] as const;
  return (
    <div className="row-codes">
      {codes.map(([name, code]) =>
        code ? (
          <span key={name}>
            {t(`catalogue:code.${name}`)} <b>{code}</b>
          </span>
        ) : null,
      )}
    </div>
  );
}

/** Links to the sections that this page has. */
function Jump({
  parts,
}: {
  parts: readonly (readonly [id: string, name: string, shown: boolean])[];
}) {
  const { t } = useShop();
  const shown = parts.filter(([, , isShown]) => isShown);
  if (shown.length < 2) return null;
  return (
    <nav className="chips sub" aria-label={t('catalogue:page.onThisPage')}>
      {shown.map(([id, name]) => (
        <a className="btn quiet small" key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Lists of related products to order; each list is a separate form. */
function NeighbourLists({ view, action }: { view: ProductPageView; action: string }) {
  const { t } = useShop();
  const { relatedProducts, inCart } = view;
  const list = { inCart, action };
  return (
    <>
      <LinkedProducts
        id="substitutes"
        title={t('catalogue:page.substitutes')}
        note={t('catalogue:page.substitutesNote')}
        cards={relatedProducts.substitutes}
        {...list}
      />
      <LinkedProducts
        id="up-selling"
        title={t('catalogue:page.upSelling')}
        cards={relatedProducts.upSelling}
        {...list}
      />
      <LinkedProducts
        id="cross-selling"
        title={t('catalogue:page.crossSelling')}
        cards={relatedProducts.crossSelling}
        brief
        {...list}
      />
      <LinkedProducts
        id="related"
        title={t('catalogue:page.related')}
        cards={relatedProducts.related}
        brief
        {...list}
      />
      <LinkedProducts
        id="similar"
        title={t('catalogue:page.similar')}
        cards={relatedProducts.similar}
        brief
        {...list}
      />
    </>
  );
}

interface DescriptionProps {
  product: ProductPageView['product'];
  /** The short description is at the start of the description instead of below the title. */
  isShortMoved: boolean;
}

function Title({ product, isShortMoved }: DescriptionProps) {
  const { locale } = useShop();
  const { card, shortDescription: short } = product;
  return (
    <div className="titled">
      {card.brand ? (
        <p className="inline muted">
          {product.brandLogo ? (
            <img src={product.brandLogo} height={24} alt="" loading="lazy" />
          ) : null}{' '}
          <a href={links.search(locale, card.brand)}>{card.brand}</a>
        </p>
      ) : null}
      <h1>{keepTogether(card.name)}</h1>
      {short && !isShortMoved ? <p className="muted">{short}</p> : null}
    </div>
  );
}

function Description({ product, isShortMoved }: DescriptionProps) {
  const { t } = useShop();
  const { description, documents, shortDescription: short } = product;
  const hasDescription = description !== null || isShortMoved;
  return (
    <div className={documents.length > 0 && hasDescription ? 'grid g-rail sub' : 'grid sub'}>
      {hasDescription ? (
        <section className="panel block" id="description">
          <div className="prose">
            <h2>{t('catalogue:page.description')}</h2>
            {short && isShortMoved ? <p>{short}</p> : null}
            {description ? <Html html={description} /> : null}
          </div>
        </section>
      ) : null}
      <Documents documents={documents} />
    </div>
  );
}

export function ProductView({ view, more }: { view: ProductPageView; more?: ReactNode }) {
  const { t, locale } = useShop();
  const { product, missing, relatedProducts, back, inCart } = view;
  const { card, shortDescription: short } = product;
  // A long short description would push codes and variants out of view, so it moves to the start of the description.
  const isLong = short !== null && short.length > 160;
  const crumbs = useCrumbs(view);
  const ownAddress = links.product(locale, product.urlKey, card.sku ?? undefined);
  const withBack = (address: string) =>
    back ? `${address}&from=${encodeURIComponent(back)}` : address;
  const action = withBack(ownAddress);
  const hrefOf = (sku: string) => withBack(links.product(locale, product.urlKey, sku));
  const hasPicture = product.gallery.length > 0;
  const usage = view.consumption ? <Usage consumption={view.consumption} /> : null;
  return (
    <>
      <Crumbs items={crumbs} />
      <SheetNotice />
      {missing === null ? null : (
        <Notice tone="warn" role="status">
          <p>{t('catalogue:page.missing', { sku: missing, shown: card.sku ?? card.name })}</p>
        </Notice>
      )}
      {/* Without a picture the text uses its space. */}
      <div className={hasPicture ? 'grid g-product' : 'grid g-sum'}>
        {hasPicture ? (
          <div className="gallery stick">
            <Gallery
              pictures={product.gallery}
              shown={view.picture}
              name={card.name}
              href={(picture) => `${withBack(ownAddress)}&picture=${picture}`}
            />
            {usage}
          </div>
        ) : null}
        <div className="stack">
          <Title product={product} isShortMoved={isLong} />
          <Codes product={product} />
          {product.axes.map((axis) => (
            <Axis key={axis.key} axis={axis} hrefOf={hrefOf} />
          ))}
        </div>
        <BuyBox
          product={product}
          action={action}
          inCart={inCart.get(card.id)}
          proposed={missing === null ? 1 : undefined}
          more={more}
        />
        <div className="about stack">
          <FlagMeanings card={card} />
          <MainAttributes product={product} />
          {hasPicture ? null : usage}
        </div>
      </div>
      <Jump
        parts={[
          ['description', t('catalogue:page.description'), product.description !== null || isLong],
          ['documents', t('catalogue:page.documents'), product.documents.length > 0],
          ['attributes', t('catalogue:page.attributes'), true],
          ['substitutes', t('catalogue:page.substitutes'), relatedProducts.substitutes.length > 0],
          ['similar', t('catalogue:page.similar'), relatedProducts.similar.length > 0],
        ]}
      />
      <Description product={product} isShortMoved={isLong} />
      <section className="sub" id="attributes">
        <div className="head">
          <h2>{t('catalogue:page.attributes')}</h2>
        </div>
        <AttributeGroups product={product} />
      </section>
      {/* A printed page contains the product without the lists of related products. */}
      <div className="no-print">
        <NeighbourLists view={view} action={action} />
      </div>
    </>
  );
}
