import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { newFormToken } from '~/features/cart/sheet/sheet';
import { cartQuantities } from '~/features/cart/quantities.server';
import { orderFromSheet } from '~/features/cart/sheet/sheet.server';
import {
  findConsumption,
  findNeighbours,
} from '~/features/catalogue/detail/read/neighbours.server';
import { productHead } from '~/features/catalogue/detail/read/product-head.server';
import { ProductView, type ProductPageView } from '~/features/catalogue/detail/product-view';
import { findProduct, viewProduct } from '~/features/catalogue/detail/read/product.server';
import { cleanKey } from '~/features/catalogue/keys/url-key';
import { findAlert } from '~/features/keep/keep-view.server';
import { ProductKeep } from '~/features/keep/product-keep';
import { visitorsMayCache } from '~/http/cache';
import { hold, useView } from '~/http/held';
import { notFound, openPage } from '~/http/page';
import { links } from '~/i18n/links';

const formsOnPage = 6;

/** Back to the results, and nowhere else. */
function backTo(params: URLSearchParams, locale: string): string | null {
  const from = params.get('from') ?? '';
  return from.startsWith(`/${locale}/search`) && !/[\p{Cc}\\]/u.test(from) ? from : null;
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { url, locale } = page;
    const key = cleanKey(page.params['*']);
    const skuParam = url.searchParams.get('sku')?.slice(0, 64) ?? null;
    const found = key === null ? null : await findProduct(page, key, skuParam);
    if (!found) throw notFound(url.pathname);
    if (found.urlKey !== page.params['*']) {
      throw redirect(links.product(locale, found.urlKey) + url.search, 301);
    }
    const [product, neighbours, consumption, inCart, alert] = await Promise.all([
      viewProduct(page, found),
      findNeighbours(page, found),
      findConsumption(page, found.wire.id),
      cartQuantities(page),
      findAlert(page, found.wire.id),
    ]);
    const picture = Number(url.searchParams.get('picture') ?? 1);
    const view: ProductPageView = {
      product,
      neighbours,
      consumption,
      back: backTo(url.searchParams, locale),
      picture: Number.isSafeInteger(picture) && picture > 0 ? picture : 1,
      inCart,
      tokens: Array.from({ length: formsOnPage }, newFormToken),
    };
    return hold({ view, alert }, productHead(product, page));
  });

export const action = (args: ActionFunctionArgs) => orderFromSheet(args);
export const handle = { ...visitorsMayCache, noLists: true };

export default function ProductPage() {
  const { view, alert } = useView<typeof loader>();
  return <ProductView view={view} more={<ProductKeep card={view.product.card} alert={alert} />} />;
}
