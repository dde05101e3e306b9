import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import type { SiteContent } from '~/base/page/site-content';
import { Html } from '~/base/ui/html';
import { legalGroup } from './legal-group';

type Slot = 'footer' | 'checkout' | 'registration' | 'legal';

/** Terms and privacy pages appear in every slot, whatever their own slots are. */
const belongs = (page: SiteContent['pages'][number], slot: Slot): boolean =>
  page.slots.includes(slot) || page.group === legalGroup;

/** Links to the pages that the ERP assigns to this slot, listed by group; nothing when there are none (CMS-01). */
export function SlotLinks({ slot }: { slot: Slot }) {
  return <PageLinks pages={useShop().content.pages} slot={slot} />;
}

/**
 * A link inside a guest's form. It opens a new tab, because the form's input is not stored and would be lost on the way
 * back.
 */
function Beside({ path, title }: { path: string; title: string }) {
  const { t } = useShop();
  return (
    <a href={path} target="_blank" rel="noopener">
      {title} <small>{t('common:newTab')}</small>
    </a>
  );
}

/** Like `SlotLinks`, for pages passed as a prop. */
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

/** A text that the ERP defines for this code; otherwise the shop's own text, if there is one. */
export function Snippet({ code, fallback = null }: { code: string; fallback?: ReactNode }) {
  const html = useShop().content.snippets.get(code);
  return html ? <Html html={html} /> : fallback;
}
