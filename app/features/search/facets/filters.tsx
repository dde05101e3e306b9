import { useShop } from '~/page/shop';
import { FormLink } from '~/ui/form/form-link';
import { Icon } from '~/ui/icon';
import type { ListingBase } from '../listing-address';
import { listingAddress } from '../listing-address';
import type { Criteria } from '../criteria';
import type { Facet, FacetValue } from '../listing';
import { specOf } from './facet-list';

/** Values shown before the rest folds away. */
const unfolded = 6;
/** Values beyond this, or behind a closed filter's first, are not sent until they are asked for: a slow line pays for each. */
const sent = 16;
/** A few more are sent all the same: asking for three values costs more than three values. */
const slack = 4;
/** Filters that start open; the others open when something in them is chosen. */
const firstOpen = new Set(['species', 'brand', 'active_principle']);

interface ValueProps {
  facet: Facet;
  /** Id of the order sheet, whose field it is then. */
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

/** The first values, some more in a fold; long filters can be searched or asked for as a whole. */
function ValueFacet({ facet, base, criteria, sheet }: FacetProps) {
  const { t, formats } = useShop();
  const name = t(`search:facet.${facet.key}`);
  const words = criteria.find[facet.key];
  const whole = criteria.whole === facet.key || words !== undefined;
  const chosen = facet.values.some((value) => value.selected);
  const open = firstOpen.has(facet.key) || chosen || whole;
  const { first, rest, left } = parted(facet.values, whole, open ? sent : unfolded);
  const isLong = facet.values.length > sent + slack || facet.more || words !== undefined;
  return (
    <details className="fold" id={`f-${facet.key}`} open={open}>
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
        {left > 0 || (facet.more && !whole) ? (
          <FormLink
            className="more"
            form={sheet}
            href={`${withAll(listingAddress(base, criteria), facet.key)}#f-${facet.key}`}
            rel="nofollow"
          >
            {facet.more
              ? t('search:showAll')
              : t('search:showAllOf', { total: formats.number(facet.values.length) })}
            <span className="vh"> {name}</span>
          </FormLink>
        ) : null}
      </fieldset>
    </details>
  );
}

/** Chosen values are always among the first: a form that does not send them would lose them. */
function parted(values: readonly FacetValue[], whole: boolean, most: number) {
  if (whole || values.length <= unfolded + 1) return { first: values, rest: [], left: 0 };
  const first = values.filter((value, position) => position < unfolded || value.selected);
  const others = values.filter((value) => !first.includes(value));
  const room = Math.max(0, most - first.length);
  const rest = others.length <= room + slack ? others : others.slice(0, room);
  return { first, rest, left: others.length - rest.length };
}

interface FacetProps {
  facet: Facet;
  base: ListingBase;
  criteria: Criteria;
  /** The order sheet, whose quantities links take along. */
  sheet: string | undefined;
}

const withAll = (address: string, key: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}all=${key}`;

/** What a form of the list carries on: text, order, page size and the page's own parameters. */
export function CarriedFields({
  base,
  criteria,
  sheet,
}: {
  base: ListingBase;
  criteria: Criteria;
  /** Id of the order sheet that they go along with. */
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
 * All filters in one plain form; on phones it is a panel that a button opens (no script). A customer's filters are fields
 * of the order sheet, so that what is typed there goes along; with script, which keeps that, they
 * are those of this form (`live-filters.ts`).
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
