import type { LoaderFunctionArgs } from '~/framework/server';
import { sitemapIndexXml, sitemapXml } from '~/features/catalogue/keys/sitemap-xml';
import { addressesPerFile, findAddresses } from '~/features/catalogue/keys/sitemap.server';
import { findArticleAddresses } from '~/features/content/article-addresses.server';
import { isUpstreamFailure } from '~/kernel/failure';

/** `/sitemap.xml` with every locale's alternates (CMS-08); in parts when it grows beyond one file. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const part = Number(new URL(request.url).searchParams.get('part') ?? 0);
  const { origin } = context.site;
  try {
    const [catalogue, articles] = await Promise.all([
      findAddresses(context),
      findArticleAddresses(context),
    ]);
    const addresses = [...catalogue, ...articles];
    const files = Math.ceil(addresses.length / addressesPerFile);
    if (!Number.isSafeInteger(part) || part < 0 || part > files) return answer('', 404);
    if (part === 0 && files > 1) return answer(sitemapIndexXml(origin, files));
    const first = Math.max(0, part - 1) * addressesPerFile;
    return answer(sitemapXml(origin, addresses.slice(first, first + addressesPerFile)));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return answer('', 503);
  }
}

const answer = (body: string, status = 200): Response =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': status === 200 ? 'public, max-age=600' : 'no-store',
      ...(status === 503 ? { 'Retry-After': '60' } : {}),
    },
  });
