import { useShop } from '~/base/page/shop';
import { FormLink } from '~/base/ui/form/form-link';
import { Icon } from '~/base/ui/icon';
import { filterCount, sortKeys, without, type SortKey } from '../criteria';
import type { Listing } from '../listing';
import { listingAddress, type ListingBase } from '../listing-address';

interface ToolProps {
  listing: Listing;
  base: ListingBase;
  /** Id of the order sheet's `<form>`, whose quantities are submitted with the link; undefined if there is none. */
  form: string | undefined;
}

/**
 * The sort orders as links. Net prices are offered only to callers who see them. Relevance is offered only for a search
 * text, or for a page with its own order; other lists are sorted by name.
 */
export function SortMenu({
  listing,
  base,
  form,
  pricesShown,
}: ToolProps & { pricesShown: boolean }) {
  const { t } = useShop();
  const { criteria } = listing;
  const isByName = criteria.text === '' && !base.hasOwnOrder;
  const offered = sortKeys.filter(
    (key) => (pricesShown || !key.startsWith('net_')) && !(isByName && key === 'relevance'),
  );
  // The shop does not sort by prices that the caller may not see (sort.server.ts), so the menu must not show that order
  // as the current one.
  const fallback = isByName ? 'name_asc' : 'relevance';
  const applied = offered.includes(criteria.sort) ? criteria.sort : fallback;
  const nameOf = (key: SortKey): string =>
    t(`search:sort.${key === 'relevance' && criteria.text === '' ? 'selection' : key}`);
  return (
    <details className="drop-menu" name="top">
      <summary className="btn quiet">
        {t('search:sort.current', { name: nameOf(applied) })}{' '}
        <span className="chev">
          <Icon name="down" small />
        </span>
      </summary>
      <ul className="drop">
        {offered.map((key) => (
          <li key={key}>
            <FormLink
              href={listingAddress(base, { ...criteria, sort: key, page: 1 })}
              form={form}
              aria-current={key === applied || undefined}
              rel="nofollow"
            >
              {nameOf(key)}
            </FormLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The button that opens the filter panel on phones. */
export function FilterButton({ listing }: { listing: Listing }) {
  const { t } = useShop();
  if (!listing.facets || listing.facets.length === 0) return null;
  const count = filterCount(listing.criteria);
  return (
    <button className="btn quiet only-phone" type="button" popovertarget="filters">
      <Icon name="filter" small />
      {count > 0 ? t('search:filtersChosen', { count }) : t('search:filters')}
    </button>
  );
}

/**
 * Maximum number of chips. Each is a link that repeats all other filters; filters beyond this number can be removed in
 * the filter form.
 */
const mostChips = 20;

/** The chosen filters, each with a link that removes it. */
export function SelectedChips({ listing, base, form }: ToolProps) {
  const { t } = useShop();
  const { criteria, selected } = listing;
  if (selected.length === 0) return null;
  return (
    <div className="chips suggest">
      <span className="vh">{t('search:chosen')}</span>
      {selected.slice(0, mostChips).map(({ key, value, label }) => (
        <FormLink
          key={`${key}=${value}`}
          className="chip"
          href={listingAddress(base, without(criteria, key, value))}
          form={form}
          rel="nofollow"
        >
          {label}
          <Icon name="x" small />
          <span className="vh">{t('search:removeFilter')}</span>
        </FormLink>
      ))}
      {selected.length > mostChips ? <span>+{selected.length - mostChips}</span> : null}
      <FormLink
        className="more"
        href={listingAddress(base, { ...criteria, filters: {}, page: 1 })}
        form={form}
      >
        {t('search:clear')}
      </FormLink>
    </div>
  );
}
