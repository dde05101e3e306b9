import { useShop } from '~/base/page/shop';
import type { GalleryPicture } from './product-detail';

/**
 * One large picture and small links to the others. Each link reloads the page with its picture large (`?picture=2`),
 * without script.
 */
export function Gallery({
  pictures,
  shown,
  name,
  href,
}: {
  pictures: readonly GalleryPicture[];
  /** Number of the large picture, counted from one. */
  shown: number;
  name: string;
  href: (picture: number) => string;
}) {
  const { t } = useShop();
  const current = pictures[shown - 1] ?? pictures[0];
  if (!current) return null;
  return (
    <>
      <div className="shot">
        <img
          src={current.large}
          srcSet={current.srcSet || undefined}
          sizes="(min-width: 75rem) 20rem, (min-width: 48rem) 40vw, 90vw"
          width={304}
          height={304}
          alt={current.alt || name}
        />
      </div>
      {pictures.length > 1 ? (
        <ul className="thumbs" aria-label={t('catalogue:page.pictures')}>
          {pictures.map((picture, position) => (
            <li key={picture.thumb}>
              <a
                href={href(position + 1)}
                aria-current={picture === current || undefined}
                rel="nofollow"
              >
                <img
                  src={picture.thumb}
                  width={64}
                  height={64}
                  alt={t('catalogue:page.picture', { number: position + 1 })}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
