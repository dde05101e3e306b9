import { useShop } from '~/base/page/shop';
import { FormLink } from '~/base/ui/form/form-link';
import { Icon } from '~/base/ui/icon';
import { filterCount, sortKeys, without, type SortKey } from '../criteria';
import type { Listing } from '../listing';
import { listingAddress, type ListingBase } from '../listing-address';

interface ToolProps {
  listing: Listing;
  base: ListingBase;
  /** The order sheet, whose quantities go along. */
  form: string | undefined;
}

/**
 * The orders as links; net prices only for those who see them, relevance only of a text. A list without text has the
 * page's own order, or goes by name.
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
  // An order by prices that are not shown is not applied (see sort.server.ts), so it is not claimed either.
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

/** Opens the filters on phones. */
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

/** Each is a link that repeats all others; those beyond are taken back in the filters themselves. */
const mostChips = 20;

/** Chosen filters, each with the way to take it back. */
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
