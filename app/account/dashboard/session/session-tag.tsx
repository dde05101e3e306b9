import { createElement } from 'react';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';

/**
 * The element `<shop-session>` for the session script, once on every customer's page; `name` is the session's public
 * name.
 */
export function SessionTag({ name }: { name: string | null }) {
  const { locale } = useShop();
  if (name === null) return null;
  return createElement('shop-session', { 'data-at': links.session(locale), 'data-name': name });
}
