/** Closes an info banner for this browser (CMS-02). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { closeBanner } from '~/features/content/announcements';
import { closedBannersCookie } from '~/features/layout/layout.server';
import { redirectWithNotice } from '~/page/forms/notices.server';
import { postedFields } from '~/page/forms/posted.server';
import { notFound, openPage } from '~/page/page';
import { pathOfSite } from '~/page/untrusted/site-path';
import { links } from '~/i18n/links';

const rememberedSeconds = 90 * 24 * 60 * 60;

const Fields = z.object({
  banner: z.coerce.number().int().positive(),
  back: z.string().optional(),
});

export const loader = (args: LoaderFunctionArgs): Promise<never> =>
  openPage(args, async ({ url }) => {
    throw notFound(url.pathname);
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const fields = Fields.safeParse(Object.fromEntries(await postedFields(args.request)));
    if (!fields.success) throw new Response(null, { status: 400, statusText: 'Bad Request' });
    const { cookies } = page.context;
    cookies.write(
      closedBannersCookie,
      closeBanner(cookies.read(closedBannersCookie), fields.data.banner),
      { maxAgeSeconds: rememberedSeconds },
    );
    return redirectWithNotice(page, pathOfSite(fields.data.back, links.home(page.locale)), []);
  });
