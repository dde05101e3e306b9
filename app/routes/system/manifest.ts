/** The web app manifest, in the language of the page from which the shop is installed (PWA-01). */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { openPage } from '~/base/page/page';
import { links } from '~/base/i18n/links';

const png = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  openPage(args, async ({ t, locale, context }) => {
    const { brand } = context.site;
    const drawn = (purpose: string) => ({
      src: brand.icon?.file,
      sizes: 'any',
      type: 'image/svg+xml',
      purpose,
    });
    const icons = [brand.icon ? drawn('any') : png('icon-192', 192, 'any')];
    const larger = brand.icon
      ? [drawn('maskable')]
      : [png('icon-512', 512, 'any'), png('maskable-512', 512, 'maskable')];
    const manifest = {
      name: context.site.brand.name,
      short_name: context.site.brand.name,
      description: t('offline:manifest.description'),
      lang: context.site.tags[locale],
      // One id for all languages: changing the language must not install a second app.
      id: '/',
      start_url: links.home(locale),
      scope: '/',
      display: 'standalone',
      background_color: '#f4f6fa',
      theme_color: context.site.brand.colour,
      icons: [...icons, ...larger],
      shortcuts: [
        { name: t('offline:manifest.search'), url: links.search(locale), icons },
        { name: t('offline:manifest.quickOrder'), url: links.quickOrder(locale), icons },
        { name: t('offline:manifest.cart'), url: links.cart(locale), icons },
      ],
    };
    return new Response(JSON.stringify(manifest), {
      headers: {
        'Content-Type': 'application/manifest+json; charset=utf-8',
        // Browsers request the manifest without cookies, so it is cacheable; a response to a request with a session is
        // not cached (P-27).
        'Cache-Control':
          context.session.kind === 'customer' ? 'private, no-store' : 'public, max-age=3600',
      },
    });
  });
