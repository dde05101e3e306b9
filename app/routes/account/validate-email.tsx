/**
 * Credentials mode: the link in the e-mail leads here with a token (7.10). A button posts the token, because e-mail
 * programs open links by themselves.
 */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '~/base/framework/server';
import { useActionData } from '~/base/framework/view';
import { validateEmail } from '~/account/dashboard/credentials.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { viewData, useViewData } from '~/base/page/view-data';
import { notFound, openPage } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { copiedToken } from '~/base/kernel/copied-link';
import { links } from '~/base/i18n/links';
import { Notice } from '~/base/ui/notice';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ context, t, url }) => {
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    return viewData(
      { token: copiedToken(url.searchParams.get('token') ?? '') },
      { title: t('account:validate.title'), noindex: true },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const { context, t, url, locale } = page;
    if (context.site.authMode !== 'credentials') throw notFound(url.pathname);
    const token = (await postedFields(args.request)).get('token');
    const usable = typeof token === 'string' && token !== '' && token.length <= 2_000;
    const outcome = usable ? await validateEmail(page, token) : null;
    if (!outcome?.ok) return data({ refused: true }, { status: 422 });
    throw redirectWithNotice(page, links.home(locale), [
      { tone: 'ok', text: t('account:validate.done') },
    ]);
  });

export default function ValidateEmail() {
  const { t } = useShop();
  const { token } = useViewData<typeof loader>();
  const refused = useActionData<typeof action>()?.refused ?? token === '';
  return (
    <form className="panel block stack narrow" method="post">
      <h1>{t('account:validate.title')}</h1>
      {refused ? (
        <Notice tone="bad" role="alert">
          <p>{t('account:validate.invalid')}</p>
        </Notice>
      ) : (
        <>
          <p>{t('account:validate.text')}</p>
          <input type="hidden" name="token" value={token} />
          <div className="acts">
            <button className="btn" type="submit">
              {t('account:validate.submit')}
            </button>
          </div>
        </>
      )}
    </form>
  );
}
