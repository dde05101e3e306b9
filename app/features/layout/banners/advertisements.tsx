import { useShop } from '~/page/shop';
import type { Advertisement } from '~/features/content/announcements';
import { Icon } from '~/ui/icon';

/** Pictures of the house's offers, in the page and never over it; closable without script. */
export function Advertisements({ items }: { items: readonly Advertisement[] }) {
  const { t } = useShop();
  if (items.length === 0) return null;
  return (
    <aside className="ads" aria-label={t('common:ads.label')}>
      {items.map((item) => (
        <div
          key={item.id}
          className="ad"
          data-seconds={item.displaySeconds > 0 ? item.displaySeconds : undefined}
        >
          <AdvertisementLink item={item} />
          <span className="close">
            <Icon name="x" small />
            <input
              className="hide"
              type="checkbox"
              aria-label={t('common:ads.close', { name: item.name })}
            />
          </span>
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
  return (
    <a href={item.link.href} rel={item.link.external ? 'noopener' : undefined}>
      {content}
    </a>
  );
}
