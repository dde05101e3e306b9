import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { Day } from '~/base/kernel/day';
import { Table } from '~/base/ui/table';
import { isOver, type SmallAd } from '../small-ad';
import { AdStateWord } from './ad-state-word';
import { useAdWords } from './ad-words';

const excerptLength = 130;

/** The start of the ad's text; it never splits a surrogate pair. */
function excerpt(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  if (letters.length <= excerptLength) return letters.join('');
  return `${letters
    .slice(0, excerptLength)
    .join('')
    .replace(/\s\S*$/, '')}…`;
}

function Name({ ad, children }: { ad: SmallAd; children?: ReactNode }) {
  const { t, locale } = useShop();
  return (
    <th scope="row">
      <a href={links.smallAd(locale, ad.id)}>{ad.title || t('small-ads:untitled')}</a>
      {children ? <span className="d">{children}</span> : null}
    </th>
  );
}

/** The table of published ads: title, category, region and last day. */
export function PublishedTable({ items }: { items: readonly SmallAd[] }) {
  const { t, formats } = useShop();
  const wordsOf = useAdWords();
  const heads = {
    ad: t('small-ads:column.ad'),
    category: t('small-ads:field.category'),
    region: t('small-ads:field.region'),
    until: t('small-ads:column.until'),
  };
  return (
    <Table caption={t('small-ads:title')} heads={Object.values(heads)}>
      {items.map((ad) => (
        <tr key={ad.id}>
          <Name ad={ad}>{excerpt(ad.text)}</Name>
          <td data-label={heads.category}>{wordsOf(ad).category}</td>
          <td data-label={heads.region}>{wordsOf(ad).region}</td>
          <td className="nb" data-label={heads.until}>
            {ad.end ? formats.day(ad.end) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The table of the customer's own ads: their states, and the reason of a rejection. */
export function OwnTable({ items, today }: { items: readonly SmallAd[]; today: Day }) {
  const { t, formats } = useShop();
  const wordsOf = useAdWords();
  const heads = {
    ad: t('small-ads:column.ad'),
    state: t('small-ads:column.state'),
    category: t('small-ads:field.category'),
    region: t('small-ads:field.region'),
    dates: t('small-ads:column.dates'),
  };
  return (
    <Table caption={t('small-ads:title')} heads={Object.values(heads)}>
      {items.map((ad) => (
        <tr key={ad.id}>
          <Name ad={ad}>
            {ad.state === 'cancel' && ad.rejection
              ? t('small-ads:rejected', { reason: ad.rejection })
              : null}
          </Name>
          <td data-label={heads.state}>
            <AdStateWord state={ad.state} />
          </td>
          <td data-label={heads.category}>{wordsOf(ad).category}</td>
          <td data-label={heads.region}>{wordsOf(ad).region}</td>
          <td className="nb" data-label={heads.dates}>
            <span>
              {ad.start && ad.end ? `${formats.day(ad.start)} – ${formats.day(ad.end)}` : null}
              {ad.state === 'published' && isOver(ad, today) ? (
                <span className="d">{t('small-ads:over')}</span>
              ) : null}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
