import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';
import { foundId, type Searched } from '../checkout-view';

/**
 * Result of a search, above its list; the page scrolls here after a search. Without a search text, only an empty
 * element is rendered.
 */
export function Found({
  list,
  text,
  count,
  others = false,
}: {
  list: Searched;
  text: string;
  count: number;
  /** The list shows entries that do not match the search text, because none matches. */
  others?: boolean;
}) {
  const { t } = useShop();
  const words =
    list === 'points'
      ? count > 0
        ? t('checkout:point.found', { count, text })
        : t('checkout:point.noneFor', { text })
      : count > 0
        ? t('checkout:address.foundFor', { count, text })
        : t('checkout:address.none', { text });
  return (
    <div id={foundId(list)} tabIndex={-1}>
      {text === '' ? null : (
        <Notice tone={count > 0 ? 'ok' : 'warn'} role={count > 0 ? 'status' : 'alert'}>
          <p>
            {words} {count === 0 && others ? t('checkout:point.others') : null}
          </p>
        </Notice>
      )}
    </div>
  );
}
