import type { LoaderFunctionArgs } from '~/base/framework/server';
import { disallowedPrefixes } from '~/base/routing/match';

/** Allows crawlers the catalogue and the content, but not carts, accounts and searches. */
export const loader = ({ context }: LoaderFunctionArgs): Response =>
  new Response(
    [
      'User-agent: *',
      ...disallowedPrefixes.map((prefix) => `Disallow: ${prefix}`),
      'Allow: /',
      '',
      `Sitemap: ${context.site.origin}/sitemap.xml`,
      '',
    ].join('\n'),
    {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
      },
    },
  );
