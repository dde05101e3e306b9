import { LineByCode } from '~/ordering/order-sheet/line-by-code';
import type { UncheckedLine } from '~/ordering/order-sheet/plain-row';
import { SheetPager } from '~/ordering/order-sheet/sheet-pager';
import type { SheetPosition } from '~/ordering/order-sheet/sheet-pages';
import type { ProductCard } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { FormKey } from '~/base/ui/form/form-key';
import { ShownFields, useFieldsSince, type Shown } from '~/base/ui/form/shown-fields';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import type { WishlistLine } from '../wishlist';
import { EditRows } from './edit-rows';

export interface EditRow extends WishlistLine {
  /** Position of the product in the wishlist, from 1. */
  place: number;
  /** Catalogue data of the product; null when it has left the catalogue, or the catalogue is unavailable. */
  card: ProductCard | null;
  /** Last known data of a product without catalogue data. */
  known: UncheckedLine | null;
  isGone: boolean;
}

export interface EditView {
  list: { id: number; name: string };
  position: SheetPosition;
  rows: readonly EditRow[];
  /** Number of rows that belong to other pages of the form; their input is saved with this page. */
  ofOtherPages: number;
  /** Number of rows that the catalogue could not confirm. */
  unchecked: number;
  shown: Shown;
}

/** Deletes the wishlist after confirmation: the button is inside a collapsed block. */
function DeleteList({ list }: Pick<EditView, 'list'>) {
  const { t, locale } = useShop();
  return (
    <details className="fold" id="delete">
      <summary>{t('wishlists:delete.title')}</summary>
      <form method="post" action={links.wishlistEdit(locale, list.id)}>
        <FormKey />
        <p>{t('wishlists:delete.sure', { name: list.name })}</p>
        <div className="acts">
          <button className="btn danger" type="submit" name="do" value="delete">
            <Icon name="trash" small />
            {t('wishlists:delete.yes')}
          </button>
        </div>
      </form>
    </details>
  );
}

/** The edit form of a whole wishlist: its name, and position and quantity of each product. */
export function WishlistEditPage({ view, answer }: { view: EditView; answer: FormAnswer | null }) {
  const { t, locale, here } = useShop();
  const { list, position, rows } = view;
  const { fieldOf, title, gone } = useFieldsSince(answer, view.shown);
  const named = fieldOf('name', list.name);
  return (
    <>
      <Crumbs
        items={[
          { name: t('wishlists:title'), href: links.wishlists(locale) },
          { name: list.name || t('wishlists:unnamed'), href: links.wishlist(locale, list.id) },
          { name: t('wishlists:edit.action') },
        ]}
      />
      <PageHead
        title={t('wishlists:edit.title', { name: list.name })}
        lead={rows.length > 0 ? t('wishlists:edit.lead') : null}
      />
      <form className="stack" id="edit" method="post" action={here}>
        <FormKey />
        <ShownFields shown={view.shown} />
        <ErrorSummary
          general={[...(answer?.general ?? []), ...(gone ? [gone] : [])]}
          title={title}
          fields={[
            { field: named, label: t('wishlists:new.name') },
            { field: fieldOf('code'), label: t('wishlists:edit.code') },
            { field: fieldOf('n'), label: t('wishlists:edit.quantity') },
            ...rows.flatMap((row) => [
              {
                field: fieldOf(`p.${row.productId}`),
                label: `${t('wishlists:edit.place')} ${row.place}`,
              },
              {
                field: fieldOf(`q.${row.productId}`),
                label: `${t('wishlists:edit.quantity')} ${row.place}`,
              },
            ]),
          ]}
        />
        {view.unchecked > 0 ? (
          <Notice tone="warn">
            <p>{t('wishlists:edit.unchecked', { count: view.unchecked })}</p>
          </Notice>
        ) : null}
        <div className="panel">
          <TextField field={named} label={t('wishlists:new.name')} required autoComplete="off" />
        </div>
        {view.ofOtherPages > 0 ? (
          <Notice tone="info">
            <p>{t('wishlists:edit.ofOtherPages', { count: view.ofOtherPages })}</p>
          </Notice>
        ) : null}
        {rows.length > 0 ? <EditRows rows={rows} fieldOf={fieldOf} answer={answer} /> : null}
        <LineByCode code={fieldOf('code')} pieces={fieldOf('n')} />
        <div className="acts">
          <button className="btn" type="submit" name="do" value="save">
            <Icon name="check" small />
            {t('wishlists:edit.save')}
          </button>
          <a className="btn plain" href={links.wishlist(locale, list.id)}>
            {t('wishlists:edit.back')}
          </a>
        </div>
      </form>
      <SheetPager position={position} form="edit" />
      <div className="sub-s">
        <DeleteList list={list} />
      </div>
    </>
  );
}
