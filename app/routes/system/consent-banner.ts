/** Closes an info banner or an advertisement for this browser (CMS-02, CMS-03). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/base/framework/server';
import { z } from 'zod';
import { closeOne } from '~/content/articles/announcements';
import { closedCookies } from '~/storefront/layout/layout.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { notFound, openPage } from '~/base/page/page';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { links } from '~/base/i18n/links';

const rememberedSeconds = 90 * 24 * 60 * 60;

const id = z.coerce.number().int().positive();
const back = z.string().optional();
const Fields = z.union([
  z.object({ banner: id, back }).transform((fields) => ({
    kind: 'banner' as const,
    id: fields.banner,
    back: fields.back,
  })),
  z.object({ advertisement: id, back }).transform((fields) => ({
    kind: 'advertisement' as const,
    id: fields.advertisement,
    back: fields.back,
  })),
]);

export const loader = (args: LoaderFunctionArgs): Promise<never> =>
  openPage(args, async ({ url }) => {
    throw notFound(url.pathname);
  });

export const action = (args: ActionFunctionArgs) =>
  openPage(args, async (page) => {
    const fields = Fields.safeParse(Object.fromEntries(await postedFields(args.request)));
    if (!fields.success) throw badRequest();
    const { cookies } = page.context;
    const name = closedCookies[fields.data.kind];
    cookies.write(name, closeOne(cookies.read(name), fields.data.id), {
      maxAgeSeconds: rememberedSeconds,
    });
    return redirectWithNotice(page, pathOfSite(fields.data.back, links.home(page.locale)), []);
  });
