/** Where credentials mode ends up after sign-out (AUTH-08). */
import { redirect, type LoaderFunctionArgs } from '~/framework/server';
import { viewData } from '~/page/view-data';
import { openPage } from '~/page/page';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Notice } from '~/ui/notice';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ context, locale, t }) => {
    // Back or a bookmark may open this page while a session is open, which a shared computer must not call closed.
    if (context.session.kind === 'customer') throw redirect(links.home(locale), 303);
    return viewData(null, { title: t('account:signedOut.title'), noindex: true });
  });

export default function SignedOut() {
  const { t, locale } = useShop();
  return (
    <div className="panel block stack narrow">
      <h1>{t('account:signedOut.title')}</h1>
      <Notice tone="ok" role="status">
        <p>{t('account:signedOut.text')}</p>
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
