/** Metadata of a product page for browsers and search engines (PROD-01). */
import type { Head } from '~/base/page/document/head';
import type { PageRequest } from '~/base/page/page';
import { eurosText } from '~/base/kernel/money';
import { links } from '~/base/i18n/links';
import { crumbData } from '~/catalogue/products/crumb-data';
import { alternatesOf } from '~/catalogue/products/keys/localized-keys.server';
import type { Product } from '../product-detail';

const availability: Readonly<Record<string, string>> = {
  in_stock: 'https://schema.org/InStock',
  in_limited_stock: 'https://schema.org/LimitedAvailability',
  resupplying: 'https://schema.org/BackOrder',
  out_of_stock: 'https://schema.org/OutOfStock',
  supplier_out_of_stock: 'https://schema.org/OutOfStock',
};

/** Schema.org offer of the product. It includes the price only if guests see prices: a customer's price is private. */
function offerOf(product: Product, page: PageRequest) {
  const { card } = product;
  if (page.context.session.kind === 'customer' || !card.price) return {};
  const state = typeof card.stock === 'string' ? availability[card.stock] : undefined;
  return {
    offers: {
      '@type': 'Offer',
      price: eurosText(card.price.net),
      priceCurrency: 'EUR',
      ...(state ? { availability: state } : {}),
    },
  };
}

function structuredData(product: Product, page: PageRequest): object {
  const { card, gallery } = product;
  const { origin } = page.context.site;
  const pictures = gallery.map((picture) => new URL(picture.large, origin).href);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: card.name,
    url: origin + links.product(page.locale, product.urlKey, card.sku ?? undefined),
    ...(product.metaDescription ? { description: product.metaDescription } : {}),
    ...(pictures.length > 0 ? { image: pictures } : {}),
    ...(card.sku ? { sku: card.sku } : {}),
    ...(card.barcode && /^\d{13}$/.test(card.barcode) ? { gtin13: card.barcode } : {}),
    ...(card.brand ? { brand: { '@type': 'Brand', name: card.brand } } : {}),
    ...(product.categories.length > 0
      ? { category: product.categories.map((one) => one.name).join(' > ') }
      : {}),
    ...offerOf(product, page),
  };
}

export function productHead(product: Product, page: PageRequest): Head {
  const { locale, context } = page;
  return {
    title: product.seoTitle,
    description: product.metaDescription,
    ...(product.keywords ? { keywords: product.keywords } : {}),
    canonical: links.product(locale, product.urlKey),
    alternates: alternatesOf(
      product.urlKeyByLang,
      { locale, key: product.urlKey },
      context.site.tags,
      'product',
    ),
    structuredData: [
      structuredData(product, page),
      crumbData(context.site.origin, [
        { name: page.t('common:home'), path: links.home(locale) },
        ...product.categories.map(({ name, urlKey }) => ({
          name,
          path: links.category(locale, urlKey),
        })),
        { name: product.card.name, path: links.product(locale, product.urlKey) },
      ]),
    ],
  };
}
