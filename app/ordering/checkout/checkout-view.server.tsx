/**
 * Loads the checkout page. If edits wait, it syncs the cart first, because a sync clears the delivery choice
 * (contract/erp.md 10.4). It then loads everything that depends on the cart in parallel. If no edit waits, it loads
 * everything at once, including the cart. Any part may be missing or unavailable without failing the page.
 */
import type { Cents } from '~/base/kernel/money';
import { ledgerOf, readShownCart, type CartState } from '~/ordering/cart/cart.server';
import {
  lowAmount,
  rewardedProducts,
  type Address,
  type Cart,
  type CartLine,
} from '~/ordering/cart/cart';
import { standingOf } from '~/ordering/cart/page/cart-view';
import { lowerListPrice } from '~/ordering/cart/list-price';
import { findToCome } from '~/ordering/cart/low-amount.server';
import { sumsOf } from '~/ordering/cart/order-sums';
import { deliveryMethodOf, toCart } from '~/ordering/cart/wire/cart-wire.server';
import { shortOf } from '~/catalogue/products/product';
import { findOrderBlock, isUnknown, type Products } from '~/catalogue/products/order-block';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import { withCountries } from '~/ordering/addresses/countries.server';
import { preloadPastOrders } from '~/ordering/on-order/past-orders.server';
import { isMissing } from '~/base/erp/capabilities.server';
import { openAttemptOf } from '~/ordering/payment/attempt.server';
import { listMethods } from '~/ordering/payment/methods.server';
import type { CustomerRequest } from '~/base/page/page';
import { listAddresses } from '~/ordering/addresses/addresses.server';
import { listCarriers, type CarrierChoice } from './erp/carriers.server';
import { goesToPoint, type PickupPoint } from './checkout';
import type { CheckoutView, OpenCheckout, Readiness, SummaryLine } from './checkout-view';
import { confirmCall } from './erp/confirm.server';
import { links } from '~/base/i18n/links';
import { cachedMarkup } from '~/base/page/cached-markup.server';
import { absent, present, loadRequiredPart, valueOf, type Part } from '~/base/page/optional';
import { cartDigest } from './actions/cart-digest.server';
import { orderedAddress } from './placing/ordered-address';
import { orderedHere } from './placing/ordered-here.server';
import { findPlacing } from './placing/placing.server';
import { searchPoints } from './erp/pickups.server';
import { lastCarrier } from './last-carrier.server';
import { shownNote, shownTexts } from './shown-texts.server';
import { choicesFor, keptChoices, type KeptChoices } from './typed-choices.server';
import { findUnusualLines } from './unusual-lines.server';
import { MiniLine } from './views/summary-panel';
import { nextSuiteName, orderWithSerial } from './erp/suite-name.server';

function readinessOf({ sync }: Pick<CartState, 'sync'>): Readiness {
  if (sync === 'synced') return 'synced';
  return sync === 'busy' || sync === 'checking' ? 'checking' : 'unavailable';
}

/**
 * Catalogue data of the cart's products, without the lines that the ERP itself adds; null when the catalogue is
 * unavailable.
 */
export const productsOf = (
  page: CustomerRequest,
  { lines }: Cart,
  options: { fresh?: boolean } = {},
): Promise<Products | null> =>
  findProductsOrNone(
    page,
    lines.filter(({ isReward }) => !isReward).map(({ productId }) => productId),
    options,
  );

/** Names of the products that must stay cold in transit. */
export const coldNames = ({ lines }: Cart, products: Products | null): string[] =>
  lines.flatMap(({ productId }) => {
    const card = products?.cards.get(productId);
    return card?.flags.includes('cold') ? [card.name] : [];
  });

function summaryLine(
  line: CartLine,
  products: Products | null,
  rewarded: ReadonlySet<number>,
): SummaryLine {
  const card = products?.cards.get(line.productId);
  const { key, quantity, amount, netUnitPrice, unitPrice, isReward } = line;
  const netPrice = netUnitPrice ?? unitPrice;
  return {
    key,
    quantity,
    isReward,
    name: (isReward ? null : card?.name) ?? line.name,
    picture: card?.picture?.src ?? null,
    netPrice,
    listed: lowerListPrice({ card: card ?? null, quantity, unit: netPrice, isReward }),
    amount: amount?.untaxed ?? null,
    unavailable: isReward ? 0 : (line.unavailable ?? shortOf(card ?? null, quantity)),
    unavailableChange: line.unavailableChange,
    isMadeToOrder: !isReward && (card?.isMadeToOrder ?? false),
    free: rewarded.has(line.productId) ? null : (card?.price?.freePieces ?? null),
    barred: isReward ? null : findOrderBlock(products, line.productId),
    isUnknown: !isReward && isUnknown(products, line.productId),
  };
}

export function summaryLines({ lines }: Cart, products: Products | null): SummaryLine[] {
  const rewarded = rewardedProducts(lines);
  return lines.map((line) => summaryLine(line, products, rewarded));
}

const drawLines = cachedMarkup((line: SummaryLine) => <MiniLine line={line} />);
const linesShown = 4;

function summaryOf(page: CustomerRequest, lines: readonly SummaryLine[]): OpenCheckout['summary'] {
  const here = links.checkout(page.locale);
  const products = lines.filter(({ isReward }) => !isReward);
  const rewards = lines.filter(({ isReward }) => isReward);
  const rest = products.slice(linesShown);
  return {
    first: drawLines(page, here, [...products.slice(0, linesShown), ...rewards]),
    rest: drawLines(page, here, rest),
    more: rest.length,
  };
}

/** Available choices that the form input is checked against. */
export interface Offers {
  delivery: Part<readonly Address[]>;
  invoicing: Part<readonly Address[]>;
  carriers: Part<CarrierChoice>;
}

export async function loadOffers(page: CustomerRequest, cart: Cart): Promise<Offers> {
  const [delivery, invoicing, carriers] = await Promise.all([
    listAddresses(page, 'delivery'),
    listAddresses(page, 'invoicing'),
    listCarriers(page, cart),
  ]);
  return { delivery, invoicing, carriers };
}

/** Returns the listed addresses. If the list could not be loaded, returns the cart's own address. */
export function withOwn(part: Part<readonly Address[]>, own: Address | null): readonly Address[] {
  const listed = valueOf(part) ?? [];
  return listed.length === 0 && own ? [own] : listed;
}

async function pointsOf(
  page: CustomerRequest,
  cart: Cart,
  { carriers }: Offers,
  kept: KeptChoices,
): Promise<Part<readonly PickupPoint[]> | null> {
  // The carrier chosen in the form, which the cart may not have yet, takes precedence.
  const { how, pp = '' } = choicesFor(kept, cart);
  const id = how ?? String(cart.delivery.method?.id);
  const chosen = valueOf(carriers)?.carriers.find((one) => String(one.id) === id);
  if (!chosen?.needsPoint) return null;
  return searchPoints(page, { carrierId: chosen.id, typed: pp, near: cart.delivery.address });
}

const methodsOf = (page: CustomerRequest): Promise<OpenCheckout['methods']> =>
  loadRequiredPart(page, 'payment methods', async () => {
    const methods = await listMethods(page);
    return methods ? present(methods) : absent;
  });

/** Data that the ERP provides in addition to the cart, each part with a call of its own. */
interface CheckoutData {
  offers: Offers;
  points: OpenCheckout['points'];
  suite: Part<string | null>;
  methods: OpenCheckout['methods'];
  /** Untaxed goods of other open orders (PRICE-03). */
  toCome: Cents | null;
}

async function loadBeside(
  page: CustomerRequest,
  cart: Cart,
  kept: Promise<KeptChoices>,
): Promise<CheckoutData> {
  const offered = loadOffers(page, cart);
  const [offers, points, suite, methods, toCome] = await Promise.all([
    offered,
    offered.then(async (found) => pointsOf(page, cart, found, await kept)),
    nextSuiteName(page, cart.name),
    methodsOf(page),
    findToCome(page, cart.goods.untaxed, { now: true }),
  ]);
  return { offers, points, suite, methods, toCome };
}

/** Whether delivery data loaded for one cart is also valid for the other. */
const hasSameDelivery = (one: Cart, other: Cart): boolean =>
  one.uuid === other.uuid &&
  one.delivery.method?.id === other.delivery.method?.id &&
  one.delivery.address?.id === other.delivery.address?.id;

const unavailable: Part<never> = { kind: 'unavailable' };
const allUnavailable: CheckoutData = {
  offers: { delivery: unavailable, invoicing: unavailable, carriers: unavailable },
  points: null,
  suite: absent,
  methods: unavailable,
  toCome: null,
};

/**
 * Finds another order with the same serial number: the page warns about it but does not reject the number. Past orders
 * that are not cached yet are loaded in the background, for the confirmation.
 */
async function suiteUseOf(
  page: CustomerRequest,
  suite: string | null,
  own: string,
): Promise<OpenCheckout['suiteUse']> {
  if (!suite) return null;
  const order = await orderWithSerial(page, suite, own);
  void preloadPastOrders(page);
  return order === null ? null : { suite, order };
}

async function open(
  page: CustomerRequest,
  state: CartState,
  cart: Cart & { uuid: string },
  {
    wiped,
    asked,
    kept,
  }: { wiped: boolean; asked: CheckoutData | null; kept: Promise<KeptChoices> },
): Promise<OpenCheckout> {
  // Skip the calls if the ERP is unavailable. With a write of unknown outcome, this state may be outdated; without one,
  // the ERP has just failed to respond.
  const isUp = state.sync !== 'unavailable' || state.waitSeconds !== null;
  const [products, beside, confirmMissing, last, ordered, paying, typed] = await Promise.all([
    productsOf(page, cart),
    isUp ? (asked ?? loadBeside(page, cart, kept)) : allUnavailable,
    isMissing(page.context, confirmCall),
    cart.delivery.method === null ? lastCarrier(page) : null,
    orderedHere(page, cart.uuid),
    openAttemptOf(page, cart.uuid),
    kept.then((choices) => choicesFor(choices, cart)),
  ]);
  const { offers: known, points, suite, methods, toCome } = beside;
  const [shipTo, billTo] = await Promise.all(
    [cart.delivery.address, cart.invoicing.address].map((address) =>
      withCountries(page, address ? [address] : []),
    ),
  );
  const own = { ship: shipTo?.[0] ?? null, bill: billTo?.[0] ?? null };
  const carriers = known.carriers;
  const serial = cart.suiteName ?? valueOf(suite);
  const lines = summaryLines(cart, products);
  const readiness = isUp && state.sync === 'unavailable' ? 'checking' : readinessOf(state);
  const placing = readiness === 'checking' ? await findPlacing(page, cart.uuid) : null;
  return {
    kind: 'open',
    ordered,
    cart: {
      ...cart,
      delivery: { ...cart.delivery, address: own.ship },
      invoicing: { address: own.bill },
    },
    lines,
    cold: coldNames(cart, products),
    unusual: await findUnusualLines(page, cart, products),
    summary: summaryOf(page, lines),
    catalogueUnavailable: products === null,
    delivery: known.delivery,
    invoicing: known.invoicing,
    carriers: carriers.kind === 'ok' ? present(carriers.value.carriers) : carriers,
    lastCarrier: last,
    typed,
    points,
    toPoint: goesToPoint(cart, valueOf(known.delivery) ?? []),
    note: shownNote(cart),
    was: shownTexts(cart),
    paying,
    suite: serial,
    suiteUse: await suiteUseOf(page, serial === null ? null : (typed.suite ?? serial), cart.name),
    methods,
    confirms: !confirmMissing,
    lowAmount: lowAmount(cart.goods.untaxed, toCome, sumsOf(cart).rewards),
    digest: cartDigest(cart),
    readiness,
    ordering: placing && placing.state !== 'placed' ? orderedAddress(page.locale, cart.uuid) : null,
    waitSeconds: state.waitSeconds,
    hasNotices: state.notices.length > 0,
    wiped,
    canOrder: page.customer.canOrder,
    helpWithFee: page.customer.helpWithFee,
  };
}

export async function loadCheckout(page: CustomerRequest): Promise<CheckoutView> {
  const before = await ledgerOf(page).cart();
  // Read the cart anew before it is ordered, however fresh the last snapshot is. A cart without unsent edits does not
  // change by this sync, so load what depends on it in parallel.
  const isAtRest = before.queue.length === 0 && before.doubt === null;
  const resting = before.sale && isAtRest ? toCart(before.sale) : null;
  const kept = keptChoices(page);
  const [state, beside] = await Promise.all([
    readShownCart(page, { maxAgeMs: 0 }),
    resting ? loadBeside(page, resting, kept) : null,
  ]);
  const { cart } = state;
  if (!cart?.uuid || cart.lines.length === 0)
    return {
      kind: 'empty',
      standing: standingOf(state),
      ordered: await orderedHere(page, null),
    };
  const hadMethod = before.sale?.uuid === cart.uuid && deliveryMethodOf(before.sale) !== null;
  const wiped = hadMethod && cart.delivery.method === null;
  const asked = resting && hasSameDelivery(resting, cart) ? beside : null;
  return open(page, state, { ...cart, uuid: cart.uuid }, { wiped, asked, kept });
}
