import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { isForCorner, type Advertisement } from '~/content/articles/announcements';
import { GuardedLink } from '~/base/ui/guarded-link';
import { Icon } from '~/base/ui/icon';

/**
 * The shop's advertisements, as a row at the foot of the page. With script and on a wide screen, the first one that is
 * not meant for the home page appears in the lower right corner. Closing an advertisement posts a form that sets a
 * cookie, so it stays closed on later pages. Without script the page then opens at this row.
 */
export function Advertisements({ items }: { items: readonly Advertisement[] }) {
  const { t, locale, here } = useShop();
  if (items.length === 0) return null;
  const corner = items.find(isForCorner);
  return (
    <aside id="ads" className="ads no-print" aria-label={t('common:ads.label')}>
      {items.map((item) => (
        <div
          key={item.id}
          className={item === corner ? 'ad corner' : 'ad'}
          data-seconds={item.displaySeconds > 0 ? item.displaySeconds : undefined}
        >
          <AdvertisementLink item={item} />
          <form method="post" action={links.closeBanner(locale)}>
            <input type="hidden" name="back" value={`${here}#ads`} />
            <button className="close" type="submit" name="advertisement" value={item.id}>
              <Icon name="x" small />
              <span className="vh">{t('common:ads.close', { name: item.name })}</span>
            </button>
          </form>
        </div>
      ))}
    </aside>
  );
}

function AdvertisementLink({ item }: { item: Advertisement }) {
  const content = (
    <>
      {item.image ? (
        <img src={item.image.src} alt="" width={320} height={160} loading="lazy" />
      ) : null}
      <b>{item.name}</b>
    </>
  );
  if (!item.link) return <div>{content}</div>;
  return <GuardedLink link={item.link}>{content}</GuardedLink>;
}
