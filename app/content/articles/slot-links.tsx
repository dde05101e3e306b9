import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import type { SiteContent } from '~/base/page/site-content';
import { Html } from '~/base/ui/html';
import { legalGroup } from './legal-group';

type Slot = 'footer' | 'checkout' | 'registration' | 'legal';

/** Terms and privacy stand at every one of them, whatever their own slots are. */
const belongs = (page: SiteContent['pages'][number], slot: Slot): boolean =>
  page.slots.includes(slot) || page.group === legalGroup;

/** Links to the pages that the ERP puts here, those of a group together; nothing at all when it puts none (CMS-01). */
export function SlotLinks({ slot }: { slot: Slot }) {
  return <PageLinks pages={useShop().content.pages} slot={slot} />;
}

/**
 * Within a visitor's form: what it was answered with is kept nowhere, so Back to it would lose
 * what was typed. The page opens in a tab of its own.
 */
function Beside({ path, title }: { path: string; title: string }) {
  const { t } = useShop();
  return (
    <a href={path} target="_blank" rel="noopener">
      {title} <small>{t('common:newTab')}</small>
    </a>
  );
}

/** The same where the pages are given. */
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

/** A text of the ERP at its place; where it has none the shop's own, if there is one. */
export function Snippet({ code, fallback = null }: { code: string; fallback?: ReactNode }) {
  const html = useShop().content.snippets.get(code);
  return html ? <Html html={html} /> : fallback;
}
