import type { ReactNode } from 'react';
import { useShop } from '~/http/shop';
import type { Frame } from './frame';

/** Header, page, footer (SHELL-01). */
export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  const { t } = useShop();
  return (
    <>
      <a className="skip" href="#main">
        {t('common:skip')}
      </a>
      <header className="top">{frame.customerName}</header>
      <main id="main" className="wrap">
        {children}
      </main>
    </>
  );
}
