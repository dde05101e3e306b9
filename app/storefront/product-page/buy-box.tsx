import type { ReactNode } from 'react';
import { ProposedQuantity } from '~/ordering/order-sheet/sheet-fields';
import { sheetLine, useSheetAnswer } from '~/ordering/order-sheet/sheet';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { StockMark, useFieldLimit } from '~/catalogue/products/rows/product-card-row';
import { isAwaited, subjectOf, type ProductCard } from '~/catalogue/products/product';
import { Free, InOffer, PriceHead, Tiers } from './buy-price';
import type { Product } from './product-detail';

function Quantity({ card, proposed }: { card: ProductCard; proposed: number | undefined }) {
  const { t } = useShop();
  const line = sheetLine(useSheetAnswer(), card.id);
  const most = useFieldLimit()(card);
  const error = line?.refusal ? t(`cart:sheet.refusal.${line.refusal}`) : null;
  return (
    <div className="inline">
      <div className="field">
        <label htmlFor="quantity">{t('catalogue:page.quantity')}</label>
        <input
          id="quantity"
          name={`q.${card.id}`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={line?.typed ?? proposed}
          required={proposed === undefined}
          data-most={most ?? undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'quantity-error' : undefined}
          autoFocus={error ? true : undefined}
        />
        {error ? (
          <span className="error" id="quantity-error">
            <Icon name="alert" small />
            {error}
          </span>
        ) : null}
      </div>
      <ProposedQuantity id={card.id} proposed={proposed ?? ''} />
      <button className="btn" type="submit" name="add" value={card.id}>
        <Icon name="cart" small />
        {t('catalogue:page.addToCart')}
      </button>
    </div>
  );
}

/** Explains why this customer cannot order, and offers an alternative (PROD-02). */
function Barred({ card }: { card: ProductCard }) {
  const { t, locale, here } = useShop();
  if (card.orderable.ok) return null;
  const { reason } = card.orderable;
  return (
    <Notice tone={reason === 'sign-in' || reason === 'on-quotation' ? 'info' : 'warn'}>
      <p>{t(`catalogue:bar.${reason}.meaning`)}</p>
      {reason === 'sign-in' ? (
        <div className="acts">
          <a className="btn small" href={links.signIn(locale, here)}>
            {t('catalogue:bar.sign-in.action')}
          </a>
          <a className="btn quiet small" href={links.register(locale, here)}>
            {t('account:become.link')}
          </a>
        </div>
      ) : null}
      {reason === 'on-quotation' ? (
        <div className="acts">
          <a className="btn small" href={`${links.saveProduct(locale, card.id)}#quotation`}>
            {t('catalogue:bar.on-quotation.action')}
          </a>
        </div>
      ) : null}
      {reason === 'on-request' ? (
        <div className="acts">
          <a className="btn small" href={links.contact(locale, subjectOf(card))}>
            {t('catalogue:bar.on-request.action')}
          </a>
        </div>
      ) : null}
    </Notice>
  );
}

/** Price, stock, quantity tiers and the order form. */
export function BuyBox({
  product,
  inCart,
  action,
  proposed,
  more,
}: {
  product: Product;
  inCart: number | undefined;
  action: string;
  /** Initial quantity of the order form; undefined if the customer must check the product first. */
  proposed: number | undefined;
  /** Further actions for the product: add to a wishlist or quotation, set an alert. */
  more?: ReactNode;
}) {
  const { t, formats } = useShop();
  const { card } = product;
  return (
    <div className="panel buy stick stack" id="buy">
      <PriceHead product={product} />
      <StockMark stock={card.stock} />
      {card.orderable.ok && !card.isMadeToOrder && isAwaited(card) ? (
        <p className="muted">
          {card.stock === 'supplier_out_of_stock' ? `${t('catalogue:page.supplierOut')} ` : null}
          {t('catalogue:page.backorder')}
        </p>
      ) : null}
      {card.price ? <Tiers price={card.price} /> : null}
      {card.price?.freePieces ? <Free pieces={card.price.freePieces} price={card.price} /> : null}
      {card.price?.offer ? <InOffer offer={card.price.offer} /> : null}
      {card.isMadeToOrder ? (
        <Notice tone="warn">
          <p>
            <b>{t('catalogue:page.madeToOrder')}</b> {t('catalogue:page.madeToOrderMeaning')}
          </p>
        </Notice>
      ) : null}
      {card.orderable.ok ? (
        <form
          id="order"
          action={action}
          method="post"
          className="no-print"
          noValidate
          data-sheet=""
        >
          <FormKey />
          <Quantity card={card} proposed={proposed} />
        </form>
      ) : (
        <Barred card={card} />
      )}
      {inCart && inCart > 0 ? (
        <p className="incart">
          <Icon name="cart" small />
          {t('catalogue:page.inCart', { pieces: formats.number(inCart) })}
        </p>
      ) : null}
      {more}
    </div>
  );
}
