import { CachedPart } from '~/base/page/cached-part';
import { useShop } from '~/base/page/shop';
import { FormLink } from '~/base/ui/form/form-link';
import { Icon } from '~/base/ui/icon';
import type { ListingBase } from '../listing-address';
import { listingAddress } from '../listing-address';
import type { Criteria } from '../criteria';
import type { Facet, FacetValue } from '../listing';
import { specOf } from './facet-list';

/** Values displayed before the rest is folded. */
const mostUnfolded = 6;
/**
 * Number of values per filter that the page contains; a collapsed filter contains only its first ones. The others load
 * on request, because each value slows down the page on a slow connection.
 */
const mostSent = 16;
/** The page contains up to this many values more, because loading so few later costs more than sending them. */
const slack = 4;
/** Filters that are open at first; any other filter is open if one of its values is chosen. */
const firstOpen = new Set(['species', 'brand', 'active_principle']);

interface ValueProps {
  facet: Pick<Facet, 'key'>;
  /** Id of the order sheet's `<form>`, if the checkbox is submitted with it; else undefined. */
  sheet: string | undefined;
}

function Value({ facet, value, sheet }: ValueProps & { value: FacetValue }) {
  const { formats } = useShop();
  return (
    <label>
      <input
        type="checkbox"
        form={sheet}
        name={facet.key}
        value={value.value}
        defaultChecked={value.selected}
        disabled={value.count === 0 && !value.selected}
      />
      {value.label} ({formats.number(value.count)})
    </label>
  );
}

function Values({ values, ...of }: ValueProps & { values: readonly FacetValue[] }) {
  return values.map((value) => <Value key={value.value} value={value} {...of} />);
}

function ValueFacet({ facet, base, criteria, sheet }: FacetProps) {
  const { key, values, more } = facet;
  const words = criteria.find[key];
  const whole = criteria.whole === key || words !== undefined;
  const open = firstOpen.has(key) || values.some((value) => value.selected) || whole;
  const shown = parted(values, whole, open ? mostSent : mostUnfolded);
  const hasAll = shown.left > 0 || (more && !whole);
  const all = hasAll ? `${withAll(listingAddress(base, criteria), key)}#f-${key}` : null;
  const isLong = values.length > mostSent + slack || more || words !== undefined;
  const { length: total } = values;
  return (
    <CachedPart
      as="details"
      className="fold"
      id={`f-${key}`}
      open={open}
      part={FacetParts}
      entry={{ facet: { key, more, total }, ...shown, words, isLong, all, sheet }}
    />
  );
}

/**
 * Everything that the markup of a filter depends on, besides the language: customers with the same list share the
 * cached markup.
 */
interface FacetEntry extends Omit<Parted, 'left'> {
  facet: Pick<Facet, 'key' | 'more'> & { total: number };
  /** Text that the customer typed to find a value in this filter. */
  words: string | undefined;
  /** The filter has so many values that it has a text field to find one. */
  isLong: boolean;
  /** Address that shows all values of the filter; null if all are shown. */
  all: string | null;
  sheet: string | undefined;
}

/** The first values of a filter, and some more in a collapsed part. Long filters can be searched or shown in full. */
function FacetParts({
  entry: { facet, first, rest, words, isLong, all, sheet },
}: {
  entry: FacetEntry;
}) {
  const { t, formats } = useShop();
  const name = t(`search:facet.${facet.key}`);
  return (
    <>
      <summary>{name}</summary>
      <fieldset className="facet" aria-label={name}>
        {isLong ? (
          <div className="field">
            <input
              aria-label={t('search:find', { name })}
              name={`find.${facet.key}`}
              type="search"
              form={sheet}
              defaultValue={words}
              placeholder={t('search:findHint')}
            />
          </div>
        ) : null}
        <Values facet={facet} values={first} sheet={sheet} />
        {rest.length > 0 ? (
          <details>
            <summary className="btn plain small">
              {t('search:more', { count: rest.length })}
            </summary>
            <Values facet={facet} values={rest} sheet={sheet} />
          </details>
        ) : null}
        {all === null ? null : (
          <FormLink className="more" form={sheet} href={all} rel="nofollow">
            {facet.more
              ? t('search:showAll')
              : t('search:showAllOf', { total: formats.number(facet.total) })}
            <span className="vh"> {name}</span>
          </FormLink>
        )}
      </fieldset>
    </>
  );
}

interface Parted {
  first: readonly FacetValue[];
  rest: readonly FacetValue[];
  /** Number of further values, which the page does not contain. */
  left: number;
}

/**
 * Splits the values of a filter into first ones, collapsed ones and a number of omitted ones. Chosen values are always
 * among the first: a form without them would drop them.
 */
function parted(values: readonly FacetValue[], whole: boolean, most: number): Parted {
  if (whole || values.length <= mostUnfolded + 1) return { first: values, rest: [], left: 0 };
  const first = values.filter((value, position) => position < mostUnfolded || value.selected);
  const others = values.filter((value) => !first.includes(value));
  const room = Math.max(0, most - first.length);
  const rest = others.length <= room + slack ? others : others.slice(0, room);
  return { first, rest, left: others.length - rest.length };
}

interface FacetProps {
  facet: Facet;
  base: ListingBase;
  criteria: Criteria;
  /** Id of the order sheet's `<form>`, whose quantities the links submit. */
  sheet: string | undefined;
}

const withAll = (address: string, key: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}all=${key}`;

/**
 * Hidden fields with which a form of the list repeats search text, sort order, page size and the page's own parameters.
 */
function CarriedFields({
  base,
  criteria,
  sheet,
}: {
  base: ListingBase;
  criteria: Criteria;
  /** Id of the order sheet's `<form>`, if the hidden fields are submitted with it. */
  sheet?: string | undefined;
}) {
  const fields = new URL(listingAddress(base, { ...criteria, filters: {}, page: 1 }), 'http://list')
    .searchParams;
  return (
    <>
      {[...fields].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} form={sheet} />
      ))}
    </>
  );
}

function Apply({ className, sheet }: { className: string; sheet: string | undefined }) {
  const { t } = useShop();
  return (
    <button className={className} type="submit" form={sheet} name={sheet && 'apply'}>
      {t('search:apply')}
    </button>
  );
}

/**
 * All filters in one plain form; on phones a button opens it as a panel, without script. A customer's filters are
 * fields of the order sheet, so that typed quantities are submitted with them. With script, the browser stores the
 * quantities, and the filters are submitted with this form (`live-filters.ts`).
 */
export function FilterForm({
  facets,
  base,
  criteria,
  sheet,
}: Omit<FacetProps, 'facet'> & { facets: readonly Facet[] }) {
  const { t } = useShop();
  const yes = facets.filter((facet) => specOf(facet.key).kind === 'yes');
  const others = facets.filter((facet) => specOf(facet.key).kind !== 'yes');
  return (
    <form
      className="filters no-print"
      id="filters"
      popover="auto"
      action={base.path}
      aria-label={t('search:filters')}
      data-filters
    >
      <div className="panel">
        <div className="title">
          <h2>{t('search:filters')}</h2>
          <button
            className="btn plain icon"
            type="button"
            popovertarget="filters"
            popovertargetaction="hide"
          >
            <Icon name="x" />
            <span className="vh">{t('search:closeFilters')}</span>
          </button>
        </div>
        <CarriedFields base={base} criteria={criteria} sheet={sheet} />
        <div className="apply first">
          <Apply className="btn quiet wide small" sheet={sheet} />
        </div>
        {yes.length > 0 ? (
          <details className="fold" open>
            <summary>{t('search:availability')}</summary>
            <fieldset className="facet" aria-label={t('search:availability')}>
              {yes.flatMap((facet) =>
                facet.values.map((value) => (
                  <Value key={facet.key} facet={facet} value={value} sheet={sheet} />
                )),
              )}
            </fieldset>
          </details>
        ) : null}
        {others.map((facet) => (
          <ValueFacet key={facet.key} facet={facet} base={base} criteria={criteria} sheet={sheet} />
        ))}
        <div className="apply">
          <Apply className="btn wide" sheet={sheet} />
        </div>
      </div>
    </form>
  );
}
