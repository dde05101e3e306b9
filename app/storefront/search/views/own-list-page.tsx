import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { ListingView, useTotal, type ListingPage } from './listing-view';

type OwnList = 'selection' | 'vetgroup';

function Nothing({ kind }: { kind: OwnList }) {
  const { t, locale } = useShop();
  return (
    <Empty
      icon="star"
      level={2}
      title={t(`search:${kind}.none`)}
      actions={
        <a className="btn small" href={links.promotions(locale)}>
          {t('search:promotions.title')}
        </a>
      }
    >
      <p>{t(`search:${kind}.noneHint`)}</p>
    </Empty>
  );
}

function Listed({ page, kind }: { page: ListingPage; kind: OwnList }) {
  const { t } = useShop();
  const total = useTotal(page.listing);
  return (
    <ListingView
      page={page}
      title={t(`search:${kind}.title`)}
      lead={`${t(`search:${kind}.lead`)} · ${total}`}
      empty={<Nothing kind={kind} />}
    />
  );
}

/**
 * Page of a product list that is made for one customer: the selection, or the products of the customer's veterinary
 * groups.
 */
export function OwnListPage({ page, kind }: { page: ListingPage | null; kind: OwnList }) {
  const { t, locale } = useShop();
  return (
    <>
      <Crumbs
        items={[
          { name: t('common:home'), href: links.home(locale) },
          { name: t(`search:${kind}.title`) },
        ]}
      />
      {page ? (
        <Listed page={page} kind={kind} />
      ) : (
        <>
          <PageHead title={t(`search:${kind}.title`)} lead={t(`search:${kind}.lead`)} />
          <Nothing kind={kind} />
        </>
      )}
    </>
  );
}
