/** Fields of a single variant: language-neutral ones, generated once, and those in one language. */
import type { Lang } from '../../world';
import type { Article, Group } from '../catalogue/catalogue';
import type { Edges } from '../edges';
import { addDays } from '../trade/calendar';
import { netPriceEntries } from '../trade/net-prices';
import type { RolePrice } from '../trade/prices';
import type { Terms } from '../trade/terms';
import type { Catalogue } from './catalogue-context';
import { options } from './options';
import { priceFields } from './price-fields';
import { attributesOf, imagesOf, mediasOf, packagingOf, papersOf } from './product-parts';
import { selectorOf } from './variant-selector';

export function createArticleFields(catalogue: Catalogue) {
  const made = new Map<number, { id: number } & Record<string, unknown>>();
  return {
    neutralFields: (group: Group, article: Article, index: number) => {
      const known = made.get(article.id);
      if (known) return known;
      const fresh = neutral(catalogue, group, article, index);
      made.set(article.id, fresh);
      return fresh;
    },
    localFields: (group: Group, article: Article, lang: Lang) =>
      local(catalogue, group, article, lang),
  };
}

function neutral(catalogue: Catalogue, group: Group, article: Article, index: number) {
  const { chance, edges, today } = catalogue;
  const terms = catalogue.terms.get(article.id);
  if (!terms) throw new Error(`The article ${article.sku} has no terms`);
  const { variant } = terms;
  const perishable = group.family !== 'equipment';
  const days = edges.is('short-dated', group) ? 35 : chance.int(`expiry:${article.key}`, 150, 1100);
  const created = addDays(today, -chance.int(`created:${group.key}`, 4, 2400));
  return {
    id: article.id,
    main: index === 0,
    sku: article.sku,
    barcode: article.barcode,
    cnk_code: article.cnkCode,
    code_amm: article.codeAmm,
    code_cti: article.codeCti,
    vendor_product_code: article.vendorCode,
    create_date: `${created}T08:12:00`,
    best_before_date: perishable ? addDays(today, days) : null,
    stock: stockField(edges, group, terms),
    not_sold_on_website: variant.notSoldOnWebsite,
    dimensional_unit: article.attributes.some(({ axis }) => axis === 'length') ? 'cm' : null,
    unit_in_shrink_wrap: chance.odds(`shrink:${article.key}`, 0.3)
      ? chance.pick(`wrap:${article.key}`, [6, 10, 12])
      : null,
    indicated_price: terms.indicated,
    price: terms.explicit && priceField(terms.explicit),
    price_by_pricelist: Object.fromEntries(
      Object.entries(terms.roles).map(([role, price]) => [role, priceField(price)]),
    ),
    ...priceFields(terms),
    net_prices: netPriceEntries(variant, catalogue.pairs),
  };
}

function local(catalogue: Catalogue, group: Group, article: Article, lang: Lang) {
  const { chance, edges, mediaBase } = catalogue;
  const pictured = !edges.is('no-image', group) && !chance.odds(`unpictured:${group.key}`, 0.03);
  const second = chance.odds(`second:${group.key}`, 0.25);
  const papers = papersOf(chance, group);
  return {
    name: article.name[lang],
    short_name: article.shortName[lang],
    images: pictured ? imagesOf(mediaBase, article, second, article.name[lang]) : [],
    medias: mediasOf(mediaBase, papers, article, lang),
    link_notice: papers.includes('notice')
      ? `${mediaBase}/d/${article.id}/notice-${lang}.pdf`
      : null,
    variant_attributes: attributesOf(article, lang),
    variant_selector: selectorOf(group, article, lang),
    structured_attributes: group.voice.attributes(article, lang),
    color_option_ids: article.color ? options.colors([article.color], lang) : [],
    size_option_ids: article.size ? options.sizes([article.size], lang) : [],
    packaging_ids: packagingOf(chance, article, lang),
  };
}

function priceField(price: RolePrice) {
  return {
    value: price.value,
    tax_included: price.taxIncluded,
    original_value: price.original,
    discount: price.discount,
  };
}

/** Two articles omit the state or the quantity, which readers must tolerate. */
function stockField(edges: Edges, group: Group, { variant }: Terms) {
  const { stockState: state, stockQty: qty } = variant;
  if (edges.is('quantity-only', group)) return { global: { qty } };
  if (edges.is('state-only', group)) return { global: { state } };
  return { global: { state, qty }, marche: { state, qty } };
}
