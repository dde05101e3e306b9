/**
 * Signing in by form needs cookies (AUTH-09). A page with such a form gives one to a browser that sent none; a form
 * that comes without any is refused with the reason and before the ERP is asked, which would open a session that this
 * browser never comes back to.
 */
import type { PageRequest } from '~/page/page';

type Visit = Pick<PageRequest, 'context' | 'request'>;

const maxAgeSeconds = 86_400;

const hasCookies = ({ request }: Visit): boolean => request.headers.has('cookie');

export function offerCookie(page: Visit): void {
  if (!hasCookies(page)) page.context.cookies.write('cookies', '1', { maxAgeSeconds });
}

/** What a form that came without cookies is answered with, in the reader's language; null: it may be read. */
export const cookieFault = (page: Visit & Pick<PageRequest, 't'>): string | null =>
  hasCookies(page) ? null : page.t('account:cookiesNeeded');
