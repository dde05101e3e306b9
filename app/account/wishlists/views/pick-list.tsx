import type { Barcode } from '~/catalogue/products/codes/barcode.server';
import type { ProductCard } from '~/catalogue/products/product';
import { NamedLines } from '~/ordering/order-sheet/named-lines';
import type { UncheckedLine } from '~/ordering/order-sheet/plain-row';
import { SheetPager } from '~/ordering/order-sheet/sheet-pager';
import type { SheetPosition } from '~/ordering/order-sheet/sheet-pages';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { joinWithDots } from '~/base/ui/dotted';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';

export interface PickListView {
  list: { id: number; name: string };
  position: SheetPosition;
  rows: readonly { card: ProductCard; quantity: number; bars: Barcode | null }[];
  /** Lines that the catalogue could not confirm, printed by name only. */
  unchecked: readonly UncheckedLine[];
  /** Products that have left the catalogue. */
  gone: readonly UncheckedLine[];
}

function Quantity({ quantity }: { quantity: number }) {
  const { t, formats } = useShop();
  return (
    <>
      <span className="num">{quantity > 0 ? formats.number(quantity) : null}</span>
      <span className="tally" aria-hidden="true" />
      <span className="vh">{t('wishlists:paper.usual', { count: quantity })}</span>
    </>
  );
}

function UncheckedRow({ line: { name, sku, quantity } }: { line: UncheckedLine }) {
  return (
    <li>
      <span className="bars" />
      <p>
        <b>{name}</b>
        <span className="hint">{sku ? `SKU ${sku}` : null}</span>
      </p>
      <Quantity quantity={quantity} />
    </li>
  );
}

/** The barcode with its text, or the reason why a scanner cannot read the code from this list. */
function Bars({ bars }: { bars: Barcode | null }) {
  const { t } = useShop();
  if (bars === null) return null;
  if (bars.drawing === null) return <small>{t('wishlists:paper.noBars')}</small>;
  return (
    <>
      <img alt="" {...bars.drawing} />
      <span className="mono">{bars.code}</span>
    </>
  );
}

function Row({ row: { card, quantity, bars } }: { row: PickListView['rows'][number] }) {
  const codes = [card.sku ? `SKU ${card.sku}` : null, card.cnk ? `CNK ${card.cnk}` : null];
  return (
    <li>
      <span className="bars">
        <Bars bars={bars} />
      </span>
      <p>
        <b>{card.title}</b> {card.presentation}
        <span className="hint">{joinWithDots(codes)}</span>
      </p>
      <Quantity quantity={quantity} />
    </li>
  );
}

/** A printed list for the store room: barcodes to scan, usual quantities, and room for a count (SHELL-08). */
export function PickList({ view }: { view: PickListView }) {
  const { list, position, rows, unchecked, gone } = view;
  const { t, locale } = useShop();
  const name = list.name || t('wishlists:unnamed');
  const address = links.wishlist(locale, list.id);
  return (
    <>
      <Crumbs
        items={[
          { name: t('wishlists:title'), href: links.wishlists(locale) },
          { name, href: address },
          { name: t('wishlists:paper.title') },
        ]}
      />
      <PageHead onPaper title={name} lead={t('wishlists:paper.lead')} />
      {gone.length > 0 ? (
        <Notice tone="warn">
          <p>{t('wishlists:detail.gone', { count: gone.length })}</p>
          <NamedLines lines={gone} />
        </Notice>
      ) : null}
      <ol className="sheet pick">
        {rows.map((row) => (
          <Row key={row.card.id} row={row} />
        ))}
        {unchecked.map((line) => (
          <UncheckedRow key={line.productId} line={line} />
        ))}
      </ol>
      <SheetPager position={position} />
    </>
  );
}
