/**
 * Signing in with a form needs cookies (AUTH-09). The page with the sign-in form sets a cookie
 * (page/forms/visit.server.ts). A form that arrives without cookies is rejected before the ERP is called, because the
 * ERP would open a session that this browser cannot use.
 */
import type { PageRequest } from '~/base/page/page';
import { keepsCookies } from '~/base/page/forms/visit.server';

/** Error message, in the reader's language, for a form that arrived without cookies; null when it has cookies. */
export const cookieFault = (page: PageRequest): string | null =>
  keepsCookies(page) ? null : page.t('account:cookiesNeeded');
