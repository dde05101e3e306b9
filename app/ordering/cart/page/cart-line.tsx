import {
  Presentation,
  ProductPicture,
  StockMark,
  useCardHref,
} from '~/catalogue/products/rows/product-card-row';
import { FreeWith } from '~/catalogue/products/rows/product-price';
import { RowTags } from '~/catalogue/products/rows/product-tags';
import { isAwaited, type ProductCard } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';
import type { SheetLine } from '~/ordering/order-sheet/sheet';
import { isDeduction } from '../cart';
import { DearerThanListed } from '../dearer-line';
import type { CartRow, RowState, TakenOutRow } from './cart-view';

const shapes: Readonly<Record<RowState, string>> = {
  synced: 'synced',
  pending: 'pending',
  checking: 'pending',
  review: 'refused',
};
const rowClass: Readonly<Record<RowState, string>> = {
  synced: 'row line',
  pending: 'row line is-wait',
  checking: 'row line is-wait',
  review: 'row line is-bad',
};

function RowName({ card, name }: { card: ProductCard; name: string }) {
  const href = useCardHref(card);
  return href ? <a href={href}>{card.title}</a> : name;
}

/** Product name, pack and codes. Spaces separate them when the text is read aloud, copied or translated. */
function About({ row }: { row: CartRow }) {
  const { t } = useShop();
  const { card, name } = row;
  return (
    <>
      <h2 className="row-name">{card ? <RowName card={card} name={name} /> : name}</h2>
      {card ? <Presentation card={card} dense /> : null}{' '}
      <div className="row-codes">
        {card?.sku ? <span>{card.sku}</span> : null}{' '}
        {card?.cnk ? (
          <span>
            {t('catalogue:code.cnk')} {card.cnk}
          </span>
        ) : null}{' '}
        {card ? <RowTags card={card} /> : null}
        {card && row.unavailable > 0 && isAwaited(card) ? <StockMark stock={card.stock} /> : null}
      </div>
    </>
  );
}

/**
 * Id of a quantity field that the shop rejected. Encoded, because options in the line key may contain characters that
 * an id must not.
 */
export const wrongFieldId = (key: string): string => `q-${encodeURIComponent(key)}`;

/**
 * Quantity field and buttons of a cart line. Only the field is a tab stop; a 0 in it removes the line. The buttons are
 * for pointers, and stay in the reading order.
 */
function Quantity({ row, answer }: { row: CartRow; answer: SheetLine | undefined }) {
  const { t } = useShop();
  const { key, name, quantity, most } = row;
  const wrong = answer?.refusal ? wrongFieldId(key) : undefined;
  return (
    <div className="row-act">
      <span className="step">
        <button className="btn quiet" type="submit" name="less" value={key} tabIndex={-1}>
          <Icon name="minus" small />
          <span className="vh">{t('cart:line.less', { name })}</span>
        </button>
        <input type="hidden" name={`b.${key}`} value={quantity} autoComplete="off" />
        <input
          className="qty"
          type="text"
          inputMode="numeric"
          id={wrong}
          name={`q.${key}`}
          data-most={most ?? undefined}
          defaultValue={answer?.typed ?? quantity}
          aria-label={t('cart:line.quantityOf', { name })}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${wrong}-e` : undefined}
          autoFocus={wrong ? true : undefined}
          autoComplete="off"
        />
        <button className="btn quiet" type="submit" name="more" value={key} tabIndex={-1}>
          <Icon name="plus" small />
          <span className="vh">{t('cart:line.more', { name })}</span>
        </button>
      </span>
      <button className="btn plain icon" type="submit" name="drop" value={key} tabIndex={-1}>
        <Icon name="trash" />
        <span className="vh">{t('cart:line.drop', { name })}</span>
      </button>
    </div>
  );
}

function Remarks({ row, answer }: { row: CartRow; answer: SheetLine | undefined }) {
  const { t } = useShop();
  const { unavailable, quantity, state, key, barred } = row;
  return (
    <>
      {barred === null ? null : (
        <p className="error">
          <Icon name="alert" small />
          {t('cart:barred.line')}
        </p>
      )}
      {unavailable > 0 ? (
        <p className="error">
          <Icon name="info" small />
          {t('cart:line.unavailable', {
            wanted: quantity,
            available: Math.max(0, quantity - unavailable),
          })}
        </p>
      ) : null}
      {state === 'review' ? (
        <p className="error">
          <Icon name="alert" small />
          {t('cart:line.review')}
        </p>
      ) : null}
      {answer?.refusal ? (
        <p className="error" id={`${wrongFieldId(key)}-e`}>
          <Icon name="alert" small />
          {t(`cart:sheet.refusal.${answer.refusal}`)}
        </p>
      ) : null}
    </>
  );
}

/** A removed cart line with its undo button; the client script builds the same markup (`markGone`). */
export function TakenOutLine({ row: { key, undo, name, quantity } }: { row: TakenOutRow }) {
  const { t } = useShop();
  const text = t('cart:change.removed', { name, quantity });
  return (
    <li className="row line gone">
      <span>{text}</span>
      <button
        className="btn quiet small"
        type="submit"
        name="back"
        value={undo}
        data-line-key={key}
        data-pieces={quantity}
        aria-label={`${t('cart:change.undo')}: ${text}`}
      >
        {t('cart:change.undo')}
      </button>
    </li>
  );
}

/** One line of the cart: product, sync state, quantity and amount. */
export function CartLineRow({ row, answer }: { row: CartRow; answer: SheetLine | undefined }) {
  const { t, formats } = useShop();
  const { card, state, amount, unit, quantity, isReward } = row;
  return (
    <li
      className={rowClass[state]}
      data-line={row.key}
      data-barred={row.barred === null ? undefined : ''}
    >
      {card ? (
        <ProductPicture card={card} size={64} />
      ) : isReward ? null : (
        <span className="row-pic" />
      )}
      <div className="row-main">
        <About row={row} />
        {row.free ? <FreeWith pieces={row.free} quantity={quantity} /> : null}
        {row.listed === null ? null : (
          <div>
            <DearerThanListed listed={row.listed} unit={unit} />
          </div>
        )}
        <Remarks row={row} answer={answer} />
      </div>
      <div className="row-stock">
        {isReward ? (
          isDeduction(row) ? null : (
            <span className="tag off">{t('cart:line.reward')}</span>
          )
        ) : (
          <span className="sync" data-state={shapes[state]}>
            {t(`cart:line.state.${state}`)}
          </span>
        )}
      </div>
      {isReward ? (
        <div className="row-act">{isDeduction(row) ? null : quantity}</div>
      ) : (
        <Quantity row={row} answer={answer} />
      )}
      <div className="amount">
        {amount === null ? null : <span className="net">{formats.money(amount)}</span>}
        {unit === null || isReward ? null : (
          <>
            <br />
            <span className="unit">
              {t('cart:line.unit', {
                quantity: formats.number(quantity),
                price: formats.price(unit),
              })}
            </span>
          </>
        )}
      </div>
    </li>
  );
}
