import { joinNames } from '~/base/kernel/first-names';
import { Fragment } from 'react';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';
import { listingAddress } from '../listing-address';
import type { ListingPage } from './listing-view';

/** The link from the search by meaning to the search for the typed words, or back. */
function OtherWay({ page, isLiteral }: { page: ListingPage; isLiteral: boolean }) {
  const { t } = useShop();
  const address = listingAddress(page.base, { ...page.listing.criteria, page: 1, isLiteral });
  return (
    <a href={address} rel="nofollow">
      {isLiteral ? t('search:read.literal') : t('search:read.meaning')}
    </a>
  );
}

/**
 * The notice above the results: which words also match by meaning, which words were left out, and the link to the
 * search as typed.
 */
export function ReadNotice({ page }: { page: ListingPage }) {
  const { t } = useShop();
  const { read, criteria, total } = page.listing;
  if (criteria.text && criteria.isLiteral) {
    return (
      <Notice tone="info">
        <p>
          {t('search:read.isLiteral')} <OtherWay page={page} isLiteral={false} />
        </p>
      </Notice>
    );
  }
  if (!read) return null;
  const said = [
    ...(read.isNearest ? [t('search:read.nearest')] : []),
    ...(read.leftOut.length > 0
      ? [t('search:read.leftOut', { words: read.leftOut.join(', ') })]
      : []),
    ...(read.dropped.length > 0
      ? [t('search:read.dropped', { words: read.dropped.join(', ') })]
      : []),
    ...read.negated.map((words) => t('search:read.negated', { words })),
    ...read.doses.map((dose) => t('search:read.dose', { dose })),
    ...read.corrected.map((words) => t('search:read.corrected', words)),
    ...read.widened.map(({ typed, means }) =>
      t(total > 0 ? 'search:read.also' : 'search:read.understood', {
        typed,
        means: joinNames(means),
      }),
    ),
  ];
  if (said.length === 0) return null;
  return (
    <Notice tone="info">
      <p>
        {said.map((text) => (
          <Fragment key={text}>{text} </Fragment>
        ))}
        {read.hasLiteral ? <OtherWay page={page} isLiteral /> : null}
      </p>
    </Notice>
  );
}

/** If no product matches all words: links that search each word alone, for the words that find products. */
export function WordsAlone({ page }: { page: ListingPage }) {
  const { t, locale, formats } = useShop();
  const alone = page.listing.read?.alone ?? [];
  const found = alone.filter(
    ({ typed, count }, position) =>
      count > 0 && typed.length > 1 && alone.findIndex((one) => one.typed === typed) === position,
  );
  if (found.length === 0) return null;
  return (
    <p>
      {t('search:read.alone')}{' '}
      {found.map(({ typed, count }, position) => (
        <Fragment key={typed}>
          {position > 0 ? ' · ' : null}
          <a href={links.search(locale, typed)}>{typed}</a> ({formats.number(count)})
        </Fragment>
      ))}
    </p>
  );
}
