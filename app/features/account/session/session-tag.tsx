import { createElement } from 'react';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';

/** Where the session's island lives, once on every page of a customer; `name` is the session's public name. */
export function SessionTag({ name }: { name: string | null }) {
  const { t, locale } = useShop();
  if (name === null) return null;
  const attributes = { 'data-at': links.session(locale), 'data-name': name };
  return createElement(
    'shop-session',
    attributes,
    <dialog className="panel block" aria-labelledby="session-ends">
      <form method="dialog" className="stack">
        <h2 id="session-ends">{t('common:session.ends')}</h2>
        <p>{t('common:session.text')}</p>
        <button className="btn">{t('common:session.stay')}</button>
      </form>
    </dialog>,
  );
}
