/** A link from untrusted content, checked by `safeLink`; a rejected link is plain text (SHELL-06). */
import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import type { SafeLink } from '~/base/page/untrusted/safe-link';

export function GuardedLink({ link, children }: { link: SafeLink | null; children: ReactNode }) {
  const { t } = useShop();
  if (!link) return <span>{children}</span>;
  if (!link.external) return <a href={link.href}>{children}</a>;
  return (
    <a className="out" href={link.href} rel="noopener">
      {children}
      <span className="vh"> {t('common:leaves')}</span>
    </a>
  );
}
