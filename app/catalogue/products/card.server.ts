/**
 * Converts a search hit to the card of one caller. This is the only place that reduces prices (contract/search.md 4.6):
 * documents contain the lists of all customers, a card only the caller's own price.
 */
import { customerPricing, type CustomerPricing } from '~/catalogue/pricing/customer-pricing';
import { priceOf, type Price } from '~/catalogue/pricing/pricing';
import type { PageRequest } from '~/base/page/page';
import { dayOf, type Day } from '~/base/kernel/day';
import { folded } from '~/base/kernel/folding';
import { joinWithDots } from '~/base/ui/dotted';
import { keepTogether } from '~/base/ui/unbroken';

import type { Customer } from '../../../server/auth/session-view';
import type { AppContext } from '../../../server/context';
import type { SearchHit } from '../../../server/upstream/search/search-client';
import { inSequence, type CardWire } from './wire/card-wire.server';
import { checkedWire } from './wire/checked-wire.server';
import { pictureAddress } from './picture-address';
import { isSeenBy } from './supplier-scope.server';
import { priceSourceOf } from './wire/price-wire.server';
import {
  isAwaited,
  orderModes,
  stockStates,
  type AmcraClass,
  type Family,
  type OrderMode,
  type Orderable,
  type Picture,
  type ProductCard,
  type ProductFlag,
} from './product';

/** The caller and the day for which cards are built from product documents. */
export interface Reader {
  pricing: CustomerPricing;
  customer: Customer | null;
  today: Day;
}

export const readerOf = ({ context }: Pick<PageRequest, 'context'>): Reader => ({
  pricing: customerPricing(context.session, context.site.guestPrices),
  customer: context.session.kind === 'customer' ? context.session.customer : null,
  today: dayOf(context.clock.now()),
});

/** Professions of the registration form: only these can exclude a product for other professions. */
const professions = new Set([
  'nurse',
  'veterinary',
  'student',
  'supplier',
  'wholesaler',
  'pharmacist',
]);

const isOneOf = <T extends string>(values: readonly T[], value: string | null): value is T =>
  value !== null && (values as readonly string[]).includes(value);

const orderModeOf = (wire: CardWire): OrderMode =>
  isOneOf(orderModes, wire.order_mode) ? wire.order_mode : 'direct_sale';

function orderable(wire: CardWire, { customer, pricing }: Reader, price: Price | null): Orderable {
  const no = (reason: Extract<Orderable, { ok: false }>['reason']): Orderable => ({
    ok: false,
    reason,
  });
  if (wire.not_sold_on_website) return no('not-sold');
  if (orderModeOf(wire) === 'quotation') return no('on-quotation');
  if (!customer) return no('sign-in');
  if (!customer.canOrder) return no('may-not-order');
  const own = [customer.role, ...customer.roles].filter((role) => professions.has(role));
  const allowed = wire.allowed_partner_types;
  const other = own.length > 0 && allowed.length > 0 && !own.some((role) => allowed.includes(role));
  if (other) return no('other-profession');
  // If the customer's price lists are unknown, the product may still have a price, which the cart shows.
  return price === null && pricing.kind === 'customer' ? no('on-request') : { ok: true };
}

const isMadeToOrder = (wire: CardWire): boolean =>
  wire.is_mto || orderModeOf(wire) === 'bought_sold';

function stockOf(wire: CardWire): ProductCard['stock'] {
  const stock = wire.stock?.global;
  if (!stock) return null;
  if (stock.state === null) {
    return stock.qty === null ? null : stock.qty > 0 ? 'in_stock' : 'out_of_stock';
  }
  return isOneOf(stockStates, stock.state) ? stock.state : { other: stock.state };
}

/**
 * A made-to-order product is never in stock, whatever stock the ERP counts. The row shows the made-to-order tag instead
 * of a stock state.
 */
function stockShown(wire: CardWire): ProductCard['stock'] {
  const stock = stockOf(wire);
  const isOnShelf = stock === 'in_stock' || stock === 'in_limited_stock';
  return isMadeToOrder(wire) && isOnShelf ? null : stock;
}

function onHandOf(wire: CardWire): number | null {
  const stock = stockOf(wire);
  if (stock === null || isMadeToOrder(wire)) return null;
  const pieces = wire.stock?.global?.qty ?? null;
  return isAwaited({ stock }) ? 0 : pieces && Math.max(0, pieces);
}

/** The colours of the AMCRA guide, in the three languages of the index. */
const amcra: readonly (readonly [RegExp, AmcraClass])[] = [
  [/^(jaune|geel|yellow)$/i, 'jaune'],
  [/^(orange|oranje)$/i, 'orange'],
  [/^(rouge|rood|red)$/i, 'rouge'],
];

/** Refrigerated, frozen or in nitrogen: the cold chain must not be interrupted. */
const isCold = (temperature: string | null): boolean =>
  temperature !== null && /^(\+?2\s*[-–]\s*\+?8|[-−]\d+)/.test(temperature);

function flagsOf(wire: CardWire): ProductFlag[] {
  const all: readonly (readonly [boolean, ProductFlag])[] = [
    [wire.is_pharmaceutical, 'pharmaceutical'],
    [wire.is_narcotic_vet, 'narcotic'],
    [wire.is_psychotropic, 'psychotropic'],
    [isCold(wire.storage_temperature), 'cold'],
    [wire.veterinary_only, 'veterinaryOnly'],
    [wire.belgium_only, 'belgiumOnly'],
    [wire.is_human, 'human'],
    [wire.is_import, 'import'],
    [wire.sterile, 'sterile'],
    [wire.fabric, 'fabric'],
    [wire.promo_bag, 'promoBag'],
    [isMadeToOrder(wire), 'madeToOrder'],
    [orderModeOf(wire) === 'quotation', 'quotation'],
    [wire.not_sold_on_website, 'notSold'],
  ];
  return all.flatMap(([holds, flag]) => (holds ? [flag] : []));
}

function pictureOf(wire: CardWire): Picture | null {
  const [first] = inSequence(wire.images);
  const size = first?.small ?? first?.medium ?? first?.large ?? first?.xlarge;
  const src = size ? pictureAddress(size.src) : null;
  return src ? { src, alt: size?.alt ?? '' } : null;
}

function familyOf(wire: CardWire): Family | null {
  if (wire.is_meds) return 'meds';
  if (wire.is_food) return 'food';
  return wire.is_equipment ? 'equipment' : null;
}

/** The title of `Exemplamox (250 mg, 20 comprimés)` is `Exemplamox`, because the short name contains the rest. */
function titleOf(wire: CardWire, name: string): string {
  const model = wire.model?.name;
  return model && wire.short_name && name.startsWith(model) ? model : name;
}

const mostSpecies = 3;
/** Lower case without accents, words separated by single spaces. */
const plain = (text: string): string =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Removes text in brackets, which only explains the words before it: `spot-on (application ponctuelle)`. */
const withoutBrackets = (text: string): string => text.replace(/\([^()]*\)/g, '');

/**
 * Endings of plurals (`comprimés`, `katten`); a longer word with the same start is another word (`Dogugard`,
 * `Oralade`).
 */
const endings = ['', 's', 'es', 'x', 'e', 'n', 'en'];
function isSaid(name: string, said: string): boolean {
  const words = plain(withoutBrackets(name));
  return [...endings, `${words.slice(-1)}en`].some((end) => said.includes(` ${words}${end} `));
}

/** Pharmaceutical form, route and species, without those that the displayed text already contains (SRCH-09). */
function traitsOf(wire: CardWire, shown: string): string[] {
  const unsaid = (options: readonly { name: string }[], said: string): string[] => {
    const there = ` ${plain(said)} `;
    return options.flatMap(({ name }) => (isSaid(name, there) ? [] : [name]));
  };
  const forms = unsaid(wire.presentation_option_ids, shown).join(', ');
  const routes = unsaid(wire.administration_route_option_ids, `${shown} ${forms}`).join(', ');
  const species = unsaid(wire.species_option_ids, shown);
  const more = species.length - mostSpecies;
  const animals = species.slice(0, mostSpecies).concat(more > 0 ? [`+${more}`] : []);
  return [forms, routes, animals.join(', ')];
}

export const nameOf = (wire: CardWire): string =>
  wire.name ?? wire.short_name ?? wire.sku ?? String(wire.id);

/** The part of a card that is the same for every caller. */
type Shown = Omit<ProductCard, 'price' | 'orderable'>;

const shownOfWires = new WeakMap<CardWire, Shown>();

/** Builds the part of a card that is the same for every caller, once per document. */
function shownOf(wire: CardWire): Shown {
  const known = shownOfWires.get(wire);
  if (known) return known;
  const shown = readShown(wire);
  shownOfWires.set(wire, shown);
  return shown;
}

function readShown(wire: CardWire): Shown {
  const name = nameOf(wire);
  const title = titleOf(wire, name);
  const brand = wire.brand?.name ?? null;
  const detail =
    title === name && wire.short_name && name.includes(wire.short_name) ? null : wire.short_name;
  return {
    id: wire.id,
    sku: wire.sku,
    cnk: wire.cnk_code,
    barcode: wire.barcode,
    name,
    title: keepTogether(title),
    presentation: keepTogether(
      [detail, ...traitsOf(wire, `${title} ${detail ?? ''}`), brand].filter(Boolean).join(' · '),
    ),
    traits: joinWithDots(traitsOf(wire, name)),
    brand,
    urlKey: wire.url_key,
    picture: pictureOf(wire),
    stock: stockShown(wire),
    onHand: onHandOf(wire),
    flags: flagsOf(wire),
    amcra: amcra.find(([colour]) => colour.test(wire.class_amcra ?? ''))?.[1] ?? null,
    storageTemperature: wire.storage_temperature,
    orderMode: orderModeOf(wire),
    isMadeToOrder: isMadeToOrder(wire),
    notSoldOnWebsite: wire.not_sold_on_website,
    family: familyOf(wire),
    variantCount: Math.max(1, wire.variant_count ?? 1),
    substitutes: [...new Set(wire.links?.substitutes)].filter((id) => id !== wire.id),
    taxPercent: wire.tax?.amount ?? null,
  };
}

export function cardOf(wire: CardWire, reader: Reader): ProductCard {
  const price = priceOf(priceSourceOf(wire), reader.pricing, reader.today);
  return { ...shownOf(wire), price, orderable: orderable(wire, reader, price) };
}

/** Cards of documents fetched for everyone, without those that the caller may not see. */
export const cardsOf = (wires: readonly CardWire[], reader: Reader): ProductCard[] =>
  wires.flatMap((wire) => (isSeenBy(wire, reader.customer) ? [cardOf(wire, reader)] : []));

/** Validated documents of the hits, with prices not yet reduced to one caller; drops those without an id. */
export const readCardWires = (
  hits: readonly SearchHit[],
  context: Pick<AppContext, 'log'>,
): CardWire[] => hits.flatMap((hit) => checkedWire(hit, context) ?? []);

export const readCards = (
  hits: readonly SearchHit[],
  reader: Reader,
  context: Pick<AppContext, 'log'>,
): ProductCard[] => readCardWires(hits, context).map((wire) => cardOf(wire, reader));
