import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { Block } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Crumbs } from '~/base/ui/page/crumbs';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextField } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { Table } from '~/base/ui/table';
import type { Wishlist } from '../wishlist';
import { nameForm, type NameFields } from '../wishlist-form';

export interface WishlistsView {
  /** Null when this ERP has no wishlists. */
  lists: Block<readonly Wishlist[] | null>;
  canOrder: boolean;
}

function Row({ list, canOrder }: { list: Wishlist; canOrder: boolean }) {
  const { t, locale } = useShop();
  return (
    <tr>
      <th scope="row">
        <a href={links.wishlist(locale, list.id)}>{list.name || t('wishlists:unnamed')}</a>
      </th>
      <td className="num" data-label={t('wishlists:column.lines')}>
        {list.lines.length}
      </td>
      <td className="num acts-cell">
        {canOrder && list.lines.length > 0 ? (
          <button className="btn small" type="submit" name="list" value={list.id}>
            <Icon name="cart" small />
            {t('wishlists:all.order')}
            <span className="vh"> {list.name}</span>
          </button>
        ) : null}{' '}
        <a className="btn quiet small" href={links.wishlistEdit(locale, list.id)}>
          <Icon name="edit" small />
          {t('wishlists:edit.action')}
          <span className="vh"> {list.name}</span>
        </a>
      </td>
    </tr>
  );
}

function WishlistRows({ view, lists }: { view: WishlistsView; lists: readonly Wishlist[] }) {
  const { t, locale } = useShop();
  return (
    <form className="sheet" id="lists" method="post" action={links.wishlists(locale)}>
      <FormKey />
      <Table
        caption={t('wishlists:title')}
        heads={[
          t('wishlists:column.name'),
          { text: t('wishlists:column.lines'), num: true },
          { text: t('wishlists:column.actions'), hidden: true },
        ]}
      >
        {lists.map((list) => (
          <Row key={list.id} list={list} canOrder={view.canOrder} />
        ))}
      </Table>
    </form>
  );
}

function NewList({ lastResult }: { lastResult: SubmissionResult<string[]> | null }) {
  const { t, locale } = useShop();
  const [form, fields] = useForm<NameFields>({
    id: 'new-list',
    lastResult,
    constraint: getZodConstraint(nameForm(t)),
  });
  return (
    <form className="panel stack" method="post" id={form.id} action={links.wishlists(locale)}>
      <FormKey />
      <h2>{t('wishlists:new.title')}</h2>
      <ErrorSummary general={form.errors} fields={[]} />
      <TextField
        field={fields.name}
        label={t('wishlists:new.name')}
        hint={t('wishlists:new.hint')}
        autoComplete="off"
      />
      <div className="acts">
        <button className="btn" type="submit">
          <Icon name="plus" small />
          {t('wishlists:new.create')}
        </button>
      </div>
    </form>
  );
}

/** The page of all wishlists: open one, put a whole one in the cart, or create one. */
export function WishlistsPage({
  view,
  lastResult,
}: {
  view: WishlistsView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t, locale } = useShop();
  const lists = view.lists.ok ? view.lists.value : null;
  return (
    <>
      <Crumbs
        items={[
          { name: t('wishlists:account'), href: links.account(locale) },
          { name: t('wishlists:title') },
        ]}
      />
      <PageHead title={t('wishlists:title')} lead={t('wishlists:lead')} />
      <div className="grid g-rail">
        {lists === null ? (
          <div className="panel">
            <Empty
              icon="alert"
              level={2}
              title={t(
                view.lists.ok ? 'wishlists:none.notInstalled' : 'wishlists:none.unavailable',
              )}
            />
          </div>
        ) : lists.length > 0 ? (
          <WishlistRows view={view} lists={lists} />
        ) : (
          <div className="panel">
            <Empty icon="list" level={2} title={t('wishlists:none.title')}>
              <p>{t('wishlists:none.text')}</p>
            </Empty>
          </div>
        )}
        {view.lists.ok && lists === null ? null : <NewList lastResult={lastResult} />}
      </div>
    </>
  );
}
