import type { ReactNode } from 'react';
import { KeptPart } from '~/base/page/kept-part';
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
import { WasFilled } from './sheet-fields';
import { isOut, type ProductCard } from '~/catalogue/products/product';
import { NotOrderable } from './not-orderable';
import { CarriedRows, UncheckedRows, type UncheckedLine } from './plain-row';

/** Rows that a screen shows before it is scrolled. */
const rowsInSight = 6;

export interface OrderRow {
  card: ProductCard;
  /** Pieces in the cart as last known. */
  inCart?: number | undefined;
  /** What was typed into a form that came back. */
  typed?: string | undefined;
  /** Why this line was refused; its quantity stays typed. */
  error?: string | undefined;
  /** Quantity to start with: the usual one of a list, the one of an order that is repeated. */
  proposed?: number | undefined;
  /** Its own button was pressed: the page comes back to it. */
  isPressed?: boolean | undefined;
  /** What the list says of this line: how often it was ordered. */
  note?: string | undefined;
  /** Pieces above which the shop asks first, as its field says it (`useFieldLimit`). */
  most?: number | null | undefined;
  /** What was asked to be shown in place of it, where it is out of stock; absent where the list does not do that. */
  substitutes?: readonly OrderRow[] | undefined;
}

export interface OrderSheetProps {
  rows: readonly OrderRow[];
  /** Where the form goes; default: this page. */
  action?: string | undefined;
  /** Names the sheet where it is not the whole page; its rows are then headed one level lower. */
  title?: string | undefined;
  note?: ReactNode;
  id?: string | undefined;
  /** A short list beside a page's own subject: rows without codes, no head, no bar. */
  brief?: boolean | undefined;
  /**
   * The list has other views (pages, orders, filters): what is typed here goes along. Lists of one name share it in a
   * browser with script; '' keeps it to this page.
   */
  keeps?: string | undefined;
  /** It is one of several lists that are one form together (`OrderSheets`). */
  within?: SheetPlace | undefined;
  /** Lines of the same list that the catalogue does not answer about. */
  unchecked?: readonly UncheckedLine[] | undefined;
}

/** Where a list stands among those of its form. */
export interface SheetPlace {
  /** Products of the lists before it: what was typed for one of them stands there. */
  above: ReadonlySet<number>;
  /** Products of all of them. */
  all: ReadonlySet<number>;
}

/**
 * Lists of one page as one form, so that what is typed in any of them goes with the others. Enter adds what is typed and
 * not what a list proposes, which its own button adds too.
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

/** Every product list is one form: type down the page with Tab, Enter adds every line typed (SRCH-06). */
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
          return <SheetRow key={row.card.id} {...{ row, isFarDown, brief, isMain: !title }} />;
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
      {/* A guest's page is given to many: what is posted from it waits for the sign-in, which brings a key. */}
      {signedIn ? <FormKey /> : null}
      {lines}
    </form>
  );
}

interface SheetRowProps {
  row: OrderRow;
  isFarDown: boolean;
  brief: boolean;
  /** Of a list that is its whole page. */
  isMain: boolean;
}

function SheetRow({ row, isFarDown, brief, isMain }: SheetRowProps) {
  const orderedBefore = useOrderedBefore();
  const most = useFieldLimit()(row.card);
  const { card, inCart, note, proposed, substitutes } = row;
  if (isPlain(row)) {
    const told = { card, inCart, proposed, most, note: note || orderedBefore(card) };
    const entry = { row: told, isFarDown, brief, isMain };
    return <KeptPart as="li" className="row" part={PlainRow} entry={entry} />;
  }
  return (
    <ProductCardRow
      {...{ card, inCart, note, isFarDown, brief }}
      error={row.error}
      level={isMain ? 2 : 3}
      expands={substitutes !== undefined}
      below={substitutes?.length ? <SubstituteRows row={row} isAnchor={isMain} /> : null}
    >
      <OrderControls row={{ ...row, most }} isAnchor={isMain} />
    </ProductCardRow>
  );
}

/** Nothing in it depends on what was posted, nor on where the page is: a link to substitutes leads back to its list. */
const isPlain = ({ card, typed, error, isPressed, substitutes }: OrderRow): boolean =>
  typed === undefined &&
  error === undefined &&
  !isPressed &&
  !substitutes?.length &&
  !(isOut(card) && card.substitutes.length > 0);

/** The note of its row is all that is said of the customer's orders. */
const PlainRow = ({ entry: { row, isFarDown, brief, isMain } }: { entry: SheetRowProps }) => (
  <CardRowInside
    {...{ card: row.card, inCart: row.inCart, note: row.note, isFarDown, brief }}
    level={isMain ? 2 : 3}
  >
    <OrderControls row={row} isAnchor={isMain} />
  </CardRowInside>
);

const idsOf = (rows: readonly OrderRow[]): Set<number> =>
  new Set(rows.flatMap(({ card, substitutes = [] }) => [card.id, ...idsOf(substitutes)]));

/** The button that Enter presses in any field of a sheet, where others of its form stand before it on the page. */
export function FirstButton({ form }: { form: string }) {
  const { t } = useShop();
  return (
    <button className="btn vh" type="submit" form={form} name="add" value="all" tabIndex={-1}>
      {t('catalogue:sheet.addTyped')}
    </button>
  );
}

/** Empties the fields of a list that comes filled, or fills them again. */
export function FillLink({ filled, className }: { filled?: string; className?: string }) {
  const { t, here } = useShop();
  const blank = isBlank(here);
  return (
    <a className={className} href={blankAddress(here, !blank)} rel="nofollow">
      {blank ? (filled ?? t('catalogue:sheet.filled')) : t('catalogue:sheet.blank')}
    </a>
  );
}

/** Below the rows: the button that adds all that is typed. */
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

/** Rows of the same form, so that Enter adds from there too. */
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

/** Quantity and button of a line, or why it cannot be ordered and what to do instead. */
export function OrderControls({
  row,
  isAnchor = false,
}: {
  row: OrderRow;
  /** Of the page's one list: after an add without script its field has the focus again (`#q-…`). */
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
      <WasFilled id={card.id} proposed={proposed} />
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
