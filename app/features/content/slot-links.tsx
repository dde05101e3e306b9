import { useShop } from '~/page/shop';
import type { SiteContent } from '~/page/site-content';
import { Html } from '~/ui/html';

type Slot = 'footer' | 'checkout' | 'registration' | 'legal';

/** `legal` is a group: terms and privacy, wherever somebody agrees to something. */
const belongs = (page: SiteContent['pages'][number], slot: Slot): boolean =>
  page.slots.includes(slot) || (slot !== 'footer' && page.group === 'legal');

/** Links to the pages that the ERP puts here; nothing at all when it puts none (CMS-01). */
export function SlotLinks({ slot }: { slot: Slot }) {
  const { t, content } = useShop();
  const pages = content.pages.filter((page) => belongs(page, slot));
  if (pages.length === 0) return null;
  return (
    <ul className="slot-links" aria-label={t('common:footer.pages')}>
      {pages.map(({ path, title }) => (
        <li key={path}>
          <a href={path}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

/** A text of the ERP at its place; nothing when it has none. */
export function Snippet({ code }: { code: string }) {
  const html = useShop().content.snippets.get(code);
  return html ? <Html html={html} /> : null;
}
