/**
 * Signing in by form needs cookies (AUTH-09). A form that comes without any, although its page gives one
 * (page/forms/visit.server.ts), is refused with the reason and before the ERP is asked, which would open a session that
 * this browser never comes back to.
 */
import type { PageRequest } from '~/base/page/page';
import { keepsCookies } from '~/base/page/forms/visit.server';

/** What a form that came without cookies is answered with, in the reader's language; null: it may be read. */
export const cookieFault = (page: PageRequest): string | null =>
  keepsCookies(page) ? null : page.t('account:cookiesNeeded');
