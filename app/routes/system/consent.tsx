/** The cookies page: which cookies exist, and a form to accept or reject analytics (CMS-07). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { z } from 'zod';
import { ConsentForm } from '~/storefront/layout/banners/consent-form';
import { consentCookie } from '~/storefront/layout/layout.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { SlotLinks } from '~/content/articles/slot-links';
import { viewData, useViewData } from '~/base/page/view-data';
import { openPage } from '~/base/page/page';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { DescriptionList } from '~/base/ui/description-list';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';

/** Lifetime of the consent cookie in seconds: half a year. After that, the shop asks again. */
const consentSeconds = 182 * 24 * 60 * 60;

const Choice = z.object({ measure: z.enum(['yes', 'no']), back: z.string().optional() });

/**
 * Data that scripts of this shop store in the browser besides cookies, as the page lists them: the stores of the
 * islands and of the service worker.
 */
const keptInBrowser = ['changes', 'scans', 'typed', 'searches', 'pages', 'sound'] as const;

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async ({ context, t }) => {
    const given = context.cookies.read(consentCookie);
    const choice: 'yes' | 'no' | 'none' = given === 'yes' || given === 'no' ? given : 'none';
    return viewData(
      { choice },
      { title: t('common:consent.page.title'), description: t('common:consent.page.lead') },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const fields = Choice.safeParse(Object.fromEntries(await postedFields(args.request)));
    if (!fields.success) throw badRequest();
    const { measure, back } = fields.data;
    page.context.cookies.write(consentCookie, measure, { maxAgeSeconds: consentSeconds });
    return redirectWithNotice(page, pathOfSite(back, links.home(page.locale)), [
      { tone: 'ok', text: page.t(`common:consent.saved.${measure}`) },
    ]);
  });

export default function Consent() {
  const { t, locale } = useShop();
  const { choice } = useViewData<typeof loader>();
  return (
    <>
      <Crumbs
        items={[
          { name: t('common:home'), href: links.home(locale) },
          { name: t('common:consent.page.title') },
        ]}
      />
      <PageHead title={t('common:consent.page.title')} lead={t('common:consent.page.lead')} />
      <div className="panel block stack narrow">
        <p>{t('common:consent.page.needed')}</p>
        <p>{t('common:consent.page.measure')}</p>
        <h2>{t('common:consent.page.keptTitle')}</h2>
        <p>{t('common:consent.page.keptLead')}</p>
        <DescriptionList
          items={keptInBrowser.map((what) => [
            t(`common:consent.page.kept.${what}.what`),
            t(`common:consent.page.kept.${what}.until`),
          ])}
        />
        <Notice tone="info">
          <p>{t(`common:consent.now.${choice}`)}</p>
        </Notice>
        <ConsentForm className="stack" back={links.consent(locale)} />
        <SlotLinks slot="legal" />
      </div>
    </>
  );
}
