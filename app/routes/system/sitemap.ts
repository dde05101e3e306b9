import type { LoaderFunctionArgs } from '~/base/framework/server';
import { sitemapIndexXml, sitemapXml } from '~/catalogue/products/keys/sitemap-xml';
import {
  addressesPerFile,
  findAddresses,
  findPages,
  fixedAddresses,
} from '~/catalogue/products/keys/sitemap.server';
import { findArticleAddresses } from '~/content/articles/article-addresses.server';
import { isUpstreamFailure } from '~/base/kernel/failure';

/**
 * `/sitemap.xml` with the alternates of every locale (CMS-08). When the addresses exceed one file, it is an index of
 * files: first the catalogue's pages, then the ERP's content and the shop's own pages.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const part = Number(new URL(request.url).searchParams.get('part') ?? 0);
  const { origin } = context.site;
  try {
    const [pages, articles] = await Promise.all([
      findPages(context),
      findArticleAddresses(context),
    ]);
    const others = [...fixedAddresses(), ...articles];
    const files = pages.length + Math.ceil(others.length / addressesPerFile);
    if (!Number.isSafeInteger(part) || part < 0 || part > files) return answer('', 404);
    if (part > pages.length) {
      const first = (part - pages.length - 1) * addressesPerFile;
      return answer(sitemapXml(origin, others.slice(first, first + addressesPerFile)));
    }
    const total = pages.reduce((sum, { count }) => sum + count, others.length);
    if (part === 0 && total > addressesPerFile) return answer(sitemapIndexXml(origin, files));
    const wanted = part === 0 ? pages : pages.slice(part - 1, part);
    const listed = await Promise.all(wanted.map((page) => findAddresses(context, page)));
    return answer(sitemapXml(origin, [...(part === 0 ? others : []), ...listed.flat()]));
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
