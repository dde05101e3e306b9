import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { orderSheet } from '~/ordering/order-sheet/sheet.server';
import {
  findConsumption,
  findRelatedProducts,
} from '~/storefront/product-page/read/related-products.server';
import { productHead } from '~/storefront/product-page/read/product-head.server';
import { ProductView, type ProductPageView } from '~/storefront/product-page/product-view';
import { findProduct, viewProduct } from '~/storefront/product-page/read/product.server';
import { isSeenBy } from '~/catalogue/products/supplier-scope.server';
import { findForeignKey } from '~/catalogue/products/keys/foreign-key.server';
import { cleanKey } from '~/catalogue/products/keys/url-key';
import { findAlert } from '~/account/save-product/save-product-view.server';
import { ProductSaveLinks } from '~/account/save-product/product-save-links';
import { viewData, useViewData } from '~/base/page/view-data';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { keepingAddress } from '~/account/save-product/save-product';
import { customerPage, noSuchKey, notFound, openPage } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { withoutCopiedEnd } from '~/base/kernel/copied-link';
import type { Locale } from '~/base/i18n/locales';

/** Address of the search results from which the customer came; null when the parameter is any other address. */
function backTo(params: URLSearchParams, locale: Locale): string | null {
  const from = params.get('from') ?? '';
  return from.startsWith(links.search(locale)) && !/[\p{Cc}\\]/u.test(from) ? from : null;
}

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { url, locale } = page;
    const key = cleanKey(page.params['*']);
    const sku = url.searchParams.get('sku')?.trim().slice(0, 64) || null;
    const found = key === null ? null : await findProduct(page, key, sku);
    if (!found) {
      const own = key === null ? null : await findForeignKey(page, key, ['product']);
      throw own === null ? noSuchKey(page) : redirect(own + url.search, 302);
    }
    if (found.urlKey !== page.params['*']) {
      throw redirect(links.product(locale, found.urlKey) + url.search, 301);
    }
    const { session } = page.context;
    if (session.kind === 'customer' && !isSeenBy(found.wire, session.customer)) {
      throw notFound(url.pathname);
    }
    const isAnother = sku !== found.wire.sku;
    // SKUs are in capitals, but people type them in any case, and copy the punctuation behind a link.
    const plainSku = withoutCopiedEnd(sku ?? '').toUpperCase();
    if (isAnother && plainSku !== '' && sku !== plainSku) {
      const plain = new URLSearchParams(url.searchParams);
      plain.set('sku', plainSku);
      throw redirect(`${url.pathname}?${plain}`, 302);
    }
    const [product, relatedProducts, consumption, inCart, alert] = await Promise.all([
      viewProduct(page, found),
      findRelatedProducts(page, found),
      findConsumption(page, found.wire.id),
      cartQuantities(page),
      findAlert(page, found.wire.id),
    ]);
    const picture = Number(url.searchParams.get('picture') ?? 1);
    const view: ProductPageView = {
      product,
      missing: isAnother ? sku : null,
      relatedProducts,
      consumption,
      back: backTo(url.searchParams, locale),
      picture: Number.isSafeInteger(picture) && picture > 0 ? picture : 1,
      inCart,
    };
    return viewData({ view, alert }, productHead(product, page));
  });

export const action = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (!form.has('keep')) return orderSheet(page, form);
    const address = keepingAddress(page.locale, form);
    if (address === null) throw badRequest();
    return redirect(address, 303);
  });

export default function ProductPage() {
  const { view, alert } = useViewData<typeof loader>();
  return (
    <ProductView view={view} more={<ProductSaveLinks card={view.product.card} alert={alert} />} />
  );
}
