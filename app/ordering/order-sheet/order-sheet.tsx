import type { ReactNode } from 'react';
import { CachedPart } from '~/base/page/cached-part';
import { useShop } from '~/base/page/shop';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';
import {
  CardRowInside,
  ProductCardRow,
  useOrderedBefore,
  useFieldLimit,
} from '~/catalogue/products/rows/product-card-row';
import { blankAddress, isBlank } from './sheet';
import { ProposedQuantity } from './sheet-fields';
import { isOut, type ProductCard } from '~/catalogue/products/product';
import { NotOrderable } from './not-orderable';
import { CarriedRows, UncheckedRows, type UncheckedLine } from './plain-row';

/** Number of rows visible on a screen before scrolling. */
const rowsInSight = 6;

export interface OrderRow {
  card: ProductCard;
  /** Pieces in the cart, as last known. */
  inCart?: number | undefined;
  /** Input of the customer, on a redisplayed form. */
  typed?: string | undefined;
  /** Why this line was rejected; its input stays in the field. */
  error?: string | undefined;
  /** Initial quantity: the usual quantity of a wishlist, or the quantity of an order that is repeated. */
  proposed?: number | undefined;
  /** The customer pressed this row's own button, so the page scrolls back to it. */
  isPressed?: boolean | undefined;
  /** The list's note on this line, such as how often it was ordered. */
  note?: string | undefined;
  /** Above this number of pieces the shop asks for confirmation; value for the quantity field (`useFieldLimit`). */
  most?: number | null | undefined;
  /** Substitutes to display when the product is out of stock; absent when the list does not support that. */
  substitutes?: readonly OrderRow[] | undefined;
}

interface OrderSheetProps {
  rows: readonly OrderRow[];
  /** Address the form posts to; default: this page. */
  action?: string | undefined;
  /** Heading of a sheet that is not the whole page; its rows then use the next lower heading level. */
  title?: string | undefined;
  note?: ReactNode;
  id?: string | undefined;
  /** A short list next to the page's main content: rows without codes, head and bar. */
  brief?: boolean | undefined;
  /**
   * The list has other views (pages, sort orders, filters), to which the input is carried along. With script, lists of
   * the same name share their input in the browser; '' limits it to this page.
   */
  keeps?: string | undefined;
  /** Set when several lists share one form (`OrderSheets`). */
  within?: SheetPlace | undefined;
  /** Lines of the same list whose products could not be looked up in the catalogue. */
  unchecked?: readonly UncheckedLine[] | undefined;
}

/** Position of a list among the lists of its form. */
export interface SheetPlace {
  /** Products that lists higher up in the form also contain; those lists display the input for them. */
  above: ReadonlySet<number>;
  /** Products of all lists of the form. */
  all: ReadonlySet<number>;
}

/**
 * Several lists of one page in one form, so that the input of all of them is posted together. Enter adds the entered
 * quantities, but not those a list proposes; the list's own button adds both.
 */
export function OrderSheets({ id, children }: { id: string; children: ReactNode }) {
  const { t, here } = useShop();
  return (
    <form id={id} action={here} method="post" noValidate>
      <button className="btn vh" type="submit" name="add" value="typed" tabIndex={-1}>
        {t('catalogue:sheet.addTyped')}
      </button>
      <FormKey />
      {children}
    </form>
  );
}

/** A product list as one form: Tab moves down the page, Enter adds all entered lines (SRCH-06). */
export function OrderSheet({
  rows,
  action,
  title,
  note,
  id,
  brief = false,
  keeps,
  within,
  unchecked = [],
}: OrderSheetProps) {
  const { t, here, signedIn } = useShop();
  const orderable = unchecked.length > 0 || rows.some(({ card }) => card.orderable.ok);
  const isFilled = unchecked.length > 0 || rows.some(({ proposed }) => proposed !== undefined);
  const look = {
    className: title ? 'sheet sub' : 'sheet',
    id,
    'data-sheet': '',
    'data-keeps': keeps,
  };
  const lines = (
    <>
      {title ? (
        <div className="sheet-tools">
          <h2>{title}</h2>
          {note ? <span className="muted">{note}</span> : null}
        </div>
      ) : null}
      {brief || rows.length === 0 ? null : <SheetHead rows={rows} />}
      <ol>
        {keeps === undefined ? null : (
          <CarriedRows
            listed={
              new Set([
                ...idsOf(rows),
                ...(within?.all ?? []),
                ...unchecked.map(({ productId }) => productId),
              ])
            }
          />
        )}
        {rows.map((row, position) => {
          const isFarDown = position >= rowsInSight;
          return (
            <SheetRow
              key={row.card.id}
              row={row}
              isFarDown={isFarDown}
              brief={brief}
              isMain={!title}
            />
          );
        })}
        {unchecked.length > 0 ? <UncheckedRows lines={unchecked} /> : null}
      </ol>
      {orderable && !brief ? <SheetBar adds={within && !isFilled ? 'typed' : 'all'} /> : null}
    </>
  );
  if (within) return <section {...look}>{lines}</section>;
  return (
    <form
      {...look}
      action={action ?? (isFilled ? blankAddress(here, true) : here)}
      method="post"
      noValidate
    >
      {orderable ? (
        <button className="btn vh" type="submit" name="add" value="all">
          {t('catalogue:sheet.addTyped')}
        </button>
      ) : null}
      {/* Guest pages are cached for all guests, so they have no key. The post waits for the sign-in, which adds one. */}
      {signedIn ? <FormKey /> : null}
      {lines}
    </form>
  );
}

interface SheetRowProps {
  row: OrderRow;
  isFarDown: boolean;
  brief: boolean;
  /** True when the list is the main content of its page. */
  isMain: boolean;
}

function SheetRow({ row, isFarDown, brief, isMain }: SheetRowProps) {
  const orderedBefore = useOrderedBefore();
  const most = useFieldLimit()(row.card);
  const { card, inCart, note, proposed, substitutes } = row;
  if (isPlain(row)) {
    const told = { card, inCart, proposed, most, note: note || orderedBefore(card) };
    const entry = { row: told, isFarDown, brief, isMain };
    return <CachedPart as="li" className="row" part={PlainRow} entry={entry} />;
  }
  return (
    <ProductCardRow
      card={card}
      inCart={inCart}
      note={note}
      isFarDown={isFarDown}
      brief={brief}
      error={row.error}
      level={isMain ? 2 : 3}
      expands={substitutes !== undefined}
      below={substitutes?.length ? <SubstituteRows row={row} isAnchor={isMain} /> : null}
    >
      <OrderControls row={{ ...row, most }} isAnchor={isMain} />
    </ProductCardRow>
  );
}

/**
 * True when the row depends neither on a post nor on the page's address, so that its HTML can be cached. A link to
 * substitutes returns to its list, so it depends on the address.
 */
const isPlain = ({ card, typed, error, isPressed, substitutes }: OrderRow): boolean =>
  typed === undefined &&
  error === undefined &&
  !isPressed &&
  !substitutes?.length &&
  !(isOut(card) && card.substitutes.length > 0);

/** A row whose HTML is cached for all customers. Only its note depends on the customer's orders. */
const PlainRow = ({ entry: { row, isFarDown, brief, isMain } }: { entry: SheetRowProps }) => (
  <CardRowInside
    card={row.card}
    inCart={row.inCart}
    note={row.note}
    isFarDown={isFarDown}
    brief={brief}
    level={isMain ? 2 : 3}
  >
    <OrderControls row={row} isAnchor={isMain} />
  </CardRowInside>
);

const idsOf = (rows: readonly OrderRow[]): Set<number> =>
  new Set(rows.flatMap(({ card, substitutes = [] }) => [card.id, ...idsOf(substitutes)]));

/**
 * Invisible button that Enter presses in any field of the sheet, when other buttons of its form come earlier on the
 * page.
 */
export function FirstButton({ form }: { form: string }) {
  const { t } = useShop();
  return (
    <button className="btn vh" type="submit" form={form} name="add" value="all" tabIndex={-1}>
      {t('catalogue:sheet.addTyped')}
    </button>
  );
}

/** Link that empties the fields of a prefilled list, or fills them again. */
export function FillLink({ filled, className }: { filled?: string; className?: string }) {
  const { t, here } = useShop();
  const blank = isBlank(here);
  return (
    <a className={className} href={blankAddress(here, !blank)} rel="nofollow">
      {blank ? (filled ?? t('catalogue:sheet.filled')) : t('catalogue:sheet.blank')}
    </a>
  );
}

/** Below the rows: the button that adds all entered quantities. */
function SheetBar({ adds = 'all' }: { adds?: 'all' | 'typed' }) {
  const { t } = useShop();
  return (
    <div className="sheet-bar no-print">
      <span>{t('catalogue:sheet.enter')}</span>
      <button className="btn" type="submit" name="add" value={adds}>
        <Icon name="check" small />
        {t('catalogue:sheet.addAll')}
      </button>
    </div>
  );
}

/** Rows of substitutes. They belong to the same form, so that Enter adds them too. */
function SubstituteRows({ row, isAnchor }: { row: OrderRow; isAnchor: boolean }) {
  const { t } = useShop();
  const limitOf = useFieldLimit();
  const { card, substitutes = [] } = row;
  return (
    <details className="fold row-more" id={`alt-${card.id}`} open>
      <summary>
        <span>
          {t('catalogue:substitutesHere', { count: substitutes.length })}
          <span className="vh"> {card.name}</span>
        </span>
      </summary>
      <ol>
        {substitutes.map((one) => (
          <ProductCardRow
            key={one.card.id}
            card={one.card}
            inCart={one.inCart}
            error={one.error}
            level={3}
          >
            <OrderControls row={{ ...one, most: limitOf(one.card) }} isAnchor={isAnchor} />
          </ProductCardRow>
        ))}
      </ol>
    </details>
  );
}

function SheetHead({ rows }: { rows: readonly OrderRow[] }) {
  const { t, mayOrder } = useShop();
  return (
    <div className="sheet-head" aria-hidden="true">
      <span>{t('catalogue:sheet.product')}</span>
      <span>{t('catalogue:sheet.stock')}</span>
      <span>
        {t(
          rows.some(({ card }) => card.price?.indicative)
            ? 'catalogue:sheet.indicativePrice'
            : 'catalogue:sheet.price',
        )}
      </span>
      <span>{mayOrder ? t('catalogue:sheet.quantity') : null}</span>
    </div>
  );
}

/** Quantity field and button of a line, or the reason why it cannot be ordered and the alternative. */
function OrderControls({
  row,
  isAnchor = false,
}: {
  row: OrderRow;
  /** True in the page's only list: after an add without script, the field regains the focus (`#q-…`). */
  isAnchor?: boolean;
}) {
  const { t } = useShop();
  const { card, typed, error, proposed, isPressed, most } = row;
  if (!card.orderable.ok) return <NotOrderable card={card} />;
  const name = card.name;
  return (
    <>
      <input
        className="qty"
        type="text"
        id={isAnchor ? `q-${card.id}` : undefined}
        name={`q.${card.id}`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="–"
        data-most={most ?? undefined}
        defaultValue={typed ?? proposed}
        aria-label={t('catalogue:sheet.quantityOf', { name })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `error-${card.id}` : undefined}
        autoFocus={error || isPressed ? true : undefined}
      />
      <ProposedQuantity id={card.id} proposed={proposed} />
      <button
        className="btn"
        type="submit"
        name="add"
        value={card.id}
        tabIndex={-1}
        aria-label={`${t('catalogue:sheet.add')} ${name}`}
      >
        {t('catalogue:sheet.add')}
      </button>
    </>
  );
}
