import type { Barcode } from '~/features/catalogue/codes/barcode.server';
import type { ProductCard } from '~/features/catalogue/product';
import { SheetPager } from '~/features/order-sheet/sheet-pager';
import type { SheetPosition } from '~/features/order-sheet/sheet-pages';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { dotted } from '~/ui/dotted';
import { Crumbs } from '~/ui/page/crumbs';
import { PageHead } from '~/ui/page/page-head';

export interface PickListView {
  list: { id: number; name: string };
  position: SheetPosition;
  rows: readonly { card: ProductCard; quantity: number; bars: Barcode | null }[];
}

function Row({ row: { card, quantity, bars } }: { row: PickListView['rows'][number] }) {
  const { t, formats } = useShop();
  const codes = [card.sku ? `SKU ${card.sku}` : null, card.cnk ? `CNK ${card.cnk}` : null];
  return (
    <li>
      <span className="bars">
        {bars ? (
          <>
            <img src={bars.src} alt="" width={136} height={48} />
            <span className="mono">{bars.code}</span>
          </>
        ) : null}
      </span>
      <p>
        <b>{card.title}</b> {card.presentation}
        <span className="hint">{dotted(codes)}</span>
      </p>
      <span className="num">{quantity > 0 ? formats.number(quantity) : null}</span>
      <span className="tally" aria-hidden="true" />
      <span className="vh">{t('wishlists:paper.usual', { count: quantity })}</span>
    </li>
  );
}

/** One list for the wall of the store room: what to scan, the usual quantity, and room for a count (SHELL-08). */
export function PickList({ view: { list, position, rows } }: { view: PickListView }) {
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
      <ol className="sheet pick">
        {rows.map((row) => (
          <Row key={row.card.id} row={row} />
        ))}
      </ol>
      <SheetPager position={position} />
    </>
  );
}
