/**
 * The return page of single sign-on (AUTH-03, AUTH-07). The server handles the provider's response and redirects. This
 * page, the only one without the layout, is shown to a guest when the sign-in failed.
 */
import { data, redirect, type LoaderFunctionArgs } from '~/base/framework/server';
import { SupportReference } from '~/base/ui/support-reference';
import { viewData, useViewData, type ViewData } from '~/base/page/view-data';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { openPage } from '~/base/page/page';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { routeOf } from '~/base/routing/match';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import type { SignInFault } from '../../../server/auth/session-view';

interface ReturnView {
  fault: SignInFault;
  target: string;
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ context, locale, t, url }) => {
    const { fault, declinedAt } = context.authentication;
    if (declinedAt !== null) {
      // A page for customers only would start the sign-in again, so the redirect leads home instead.
      const to = routeOf(declinedAt)?.policy.guard === 'open' ? declinedAt : links.home(locale);
      throw redirectWithNotice({ context }, to, [
        { tone: 'info', text: t('account:return.declined') },
      ]);
    }
    const target = pathOfSite(url.searchParams.get('target'), links.home(locale));
    if (!fault) throw redirect(target, 303);
    return data(
      viewData<ReturnView>({ fault, target }, { title: t('account:return.title'), noindex: true }),
      {
        status: fault === 'provider-unreachable' || fault === 'provider-setup' ? 503 : 400,
      },
    );
  });

export default function SignInReturn() {
  const { t, locale } = useShop();
  const { fault, target } = useViewData<() => Promise<ViewData<ReturnView>>>();
  return (
    <div className="panel block stack">
      <h1>{t('account:return.title')}</h1>
      <Notice tone="bad" role="alert">
        <p>{t(`account:signIn.fault.${fault}`)}</p>
      </Notice>
      <div className="acts">
        <a className="btn" href={links.signIn(locale, target)}>
          <Icon name="redo" small />
          {t('account:return.again')}
        </a>
        {fault === 'no-customer' ? (
          <a className="btn quiet" href={links.register(locale)}>
            {t('account:become.link')}
          </a>
        ) : null}
        <a className="btn quiet" href={links.contact(locale)}>
          {t('common:footer.contact')}
        </a>
        <a className="btn quiet" href={links.home(locale)}>
          {t('errors:error.404.link')}
        </a>
      </div>
      <SupportReference />
    </div>
  );
}
