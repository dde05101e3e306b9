import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import type { SiteContent } from '~/base/page/site-content';
import { Html } from '~/base/ui/html';
import { legalGroup } from './legal-group';

type Slot = 'footer' | 'checkout' | 'registration' | 'legal';

/**
 * True when the slot lists the page. Pages with terms and privacy policy appear in every slot, whatever slots the ERP
 * assigns to them.
 */
const belongs = (page: SiteContent['pages'][number], slot: Slot): boolean =>
  page.slots.includes(slot) || page.group === legalGroup;

/**
 * Links to the pages that the ERP assigns to this slot, listed by group; renders nothing when there are no such pages
 * (CMS-01).
 */
export function SlotLinks({ slot }: { slot: Slot }) {
  return <PageLinks pages={useShop().content.pages} slot={slot} />;
}

/** A link inside a guest's form. It opens a new tab, because Back would lose the form input, which is not stored. */
function Beside({ path, title }: { path: string; title: string }) {
  const { t } = useShop();
  return (
    <a href={path} target="_blank" rel="noopener">
      {title} <small>{t('common:newTab')}</small>
    </a>
  );
}

/** Like `SlotLinks`, for pages that the caller passes as a prop. */
export function PageLinks({ pages: all, slot }: { pages: SiteContent['pages']; slot: Slot }) {
  const { t } = useShop();
  const pages = all.filter((page) => belongs(page, slot));
  if (pages.length === 0) return null;
  const groups = [...new Set(pages.map(({ group }) => group))];
  return groups.map((group, at) => (
    <ul
      key={group}
      className="slot-links no-print"
      aria-label={at === 0 ? t('common:footer.pages') : undefined}
    >
      {pages
        .filter((page) => page.group === group)
        .map(({ path, title }) => (
          <li key={path}>
            {slot === 'registration' ? (
              <Beside path={path} title={title} />
            ) : (
              <a href={path}>{title}</a>
            )}
          </li>
        ))}
    </ul>
  ));
}

/** A text that the ERP defines for this code; otherwise `fallback`, the shop's own text. */
export function Snippet({ code, fallback = null }: { code: string; fallback?: ReactNode }) {
  const html = useShop().content.snippets.get(code);
  return html ? <Html html={html} /> : fallback;
}
