/**
 * The sign-out itself is a post that the server handles. This page asks for confirmation when the address is opened as
 * a link, and when the cart has unsent changes (CART-08, P-13).
 */
import { redirect, type LoaderFunctionArgs } from '~/base/framework/server';
import { loadCartBadge } from '~/ordering/cart/quantities.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    if (page.context.session.kind === 'guest') throw redirect(links.home(page.locale), 303);
    const cart = await loadCartBadge(page);
    return viewData(
      { unsent: cart?.unsent ?? false },
      { title: page.t('account:signOut.title'), noindex: true },
    );
  });

export default function SignOut() {
  const { t, locale } = useShop();
  const { unsent } = useViewData<typeof loader>();
  return (
    <div className="panel block stack narrow" data-sign-out-page>
      <h1>{t('account:signOut.title')}</h1>
      {unsent ? (
        <Notice tone="warn" role="alert">
          <p>{t('account:signOut.unsent')}</p>
        </Notice>
      ) : (
        <p>{t('account:signOut.text')}</p>
      )}
      {/* If the cart has unsent changes, the form first discards them on the server; that action then redirects to
          the sign-out. */}
      <form
        method="post"
        action={unsent ? links.cart(locale) : links.signOut(locale)}
        data-sign-out={unsent ? undefined : ''}
        className="acts"
      >
        {unsent ? (
          <>
            <FormKey />
            <input type="hidden" name="do" value="leave" />
          </>
        ) : null}
        <a className="btn quiet" href={unsent ? links.cart(locale) : links.home(locale)}>
          {t('account:signOut.stay')}
        </a>
        <button className={unsent ? 'btn danger' : 'btn'} type="submit">
          <Icon name="out" small />
          {t(unsent ? 'account:signOut.lose' : 'account:signOut.submit')}
        </button>
      </form>
    </div>
  );
}
