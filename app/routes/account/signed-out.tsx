/** The page after sign-out in credentials mode, and in every mode whose provider did not end its session (AUTH-08). */
import { redirect, type LoaderFunctionArgs } from '~/base/framework/server';
import { useViewData, viewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ context, locale, t, url }) => {
    // Back or a bookmark may open this page during a session; on a shared computer it must not say that the session has
    // ended.
    if (context.session.kind === 'customer') throw redirect(links.home(locale), 303);
    const isOpenAtProvider = url.searchParams.get('provider') === 'open';
    return viewData({ isOpenAtProvider }, { title: t('account:signedOut.title'), noindex: true });
  });

export default function SignedOut() {
  const { t, locale } = useShop();
  const { isOpenAtProvider } = useViewData<typeof loader>();
  return (
    <div className="panel block stack narrow">
      <h1>{t('account:signedOut.title')}</h1>
      <Notice tone={isOpenAtProvider ? 'warn' : 'ok'} role="status">
        <p>{t(isOpenAtProvider ? 'account:signedOut.providerOpen' : 'account:signedOut.text')}</p>
      </Notice>
      <div className="acts">
        <a className="btn" href={links.signIn(locale)}>
          {t('account:signedOut.again')}
        </a>
        <a className="btn quiet" href={links.home(locale)}>
          {t('account:signedOut.home')}
        </a>
      </div>
    </div>
  );
}
