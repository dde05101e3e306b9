import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { pageSizes } from '~/base/ui/page/paging';
import type { Choice } from '~/base/ui/form/select-field';
import type { PublishedQuery } from '../small-ads-list';
import { useAdChoices } from './ad-words';

function Filter({
  name,
  label,
  all,
  choices,
  chosen,
}: {
  name: string;
  label: string;
  all: string;
  choices: readonly Choice[];
  chosen: string | null;
}) {
  return (
    <select name={name} aria-label={label} defaultValue={chosen ?? ''}>
      <option value="">{all}</option>
      {choices.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The filters by category and region, as a plain GET form, so that the address contains the filter. */
export function AdFilters({ query }: { query: PublishedQuery }) {
  const { t, locale } = useShop();
  const { categories, regions } = useAdChoices();
  return (
    <form className="chips" id="filter" method="get" action={links.smallAds(locale)}>
      {query.size === pageSizes[0] ? null : <input type="hidden" name="size" value={query.size} />}
      <Filter
        name="category"
        label={t('small-ads:field.category')}
        all={t('small-ads:filter.categories')}
        choices={categories}
        chosen={query.category}
      />
      <Filter
        name="region"
        label={t('small-ads:field.region')}
        all={t('small-ads:filter.regions')}
        choices={regions}
        chosen={query.region}
      />
      <button className="btn quiet" type="submit">
        {t('small-ads:filter.apply')}
      </button>
    </form>
  );
}
