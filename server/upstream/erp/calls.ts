/**
 * Every ERP call that the shop makes, and the features that it disables when an ERP lacks the call (contract/erp.md
 * 2.1, 22). The capability survey, the doctor and the conformance table use this list. A test verifies that the code
 * makes no other calls. Paths are the templates that code and log use.
 */
export interface ErpCallEntry {
  /** Method and path template: `POST carts/confirm`. */
  call: string;
  /** Feature that customers lose without the call. */
  without: string;
  /** Alternative for customers; absent when nothing is lost. */
  instead?: string;
  /** Calls with the same purpose: if the ERP has one of them, no feature is lost. */
  same?: readonly string[];
  /** The shop cannot work without this call. */
  needed?: true;
  /**
   * The path also matches a neighbouring route with an id: without a token, the survey cannot prove that the call
   * exists (27).
   */
  blind?: true;
  /** A write that needs no token: the survey of the ERP's calls never sends it, because it would take effect. */
  publicWrite?: true;
}

const cart = 'cart and checkout';
const account = 'account';
const chooseCarrier = 'choice of a carrier';
/** Paths of Odoo 16, of Odoo 18, and of an ERP without a separate carrier module. */
const carrierCalls = [
  'POST carts/current/set_carrier',
  'POST carts/current/carrier',
  'POST carts/set_delivery_method',
];
const othersOf = (at: number): string[] => carrierCalls.filter((_, other) => other !== at);

export const erpCalls: readonly ErpCallEntry[] = [
  { call: 'POST signin', without: 'sign-in at the ERP; many ERPs need none' },
  { call: 'POST signout', without: 'sign-out at the ERP; its session ends by itself' },
  { call: 'GET customer', needed: true, without: `${account}: name, newsletter choice` },
  {
    call: 'PUT customer',
    without: 'newsletter switch of the profile',
    instead: 'the contact form',
    same: ['POST customer'],
  },
  {
    call: 'POST customer',
    without: 'newsletter switch of the profile',
    instead: 'the contact form',
    same: ['PUT customer'],
  },
  {
    call: 'GET customer/sales_person',
    without: 'sales representative on dashboard and contact page',
    instead: 'the desk’s telephone numbers',
  },
  { call: 'GET settings', without: 'countries and titles in forms', instead: 'the own list' },
  {
    call: 'POST leads',
    publicWrite: true,
    needed: true,
    without: 'contact, profile changes, newsletter: every letter to the ERP',
  },
  {
    call: 'POST registrations',
    publicWrite: true,
    without: 'registration form',
    instead: 'the same data go as a letter (leads)',
  },
  { call: 'GET carts/current', needed: true, without: cart },
  { call: 'POST carts/current/update', needed: true, without: 'addresses, note, reference' },
  {
    call: 'POST carts/confirm',
    without: 'payment "on account" of the checkout',
    instead: 'payment online; without payment methods ordering is off',
  },
  { call: 'GET carts/next_suite_name', blind: true, without: 'proposed serial number' },
  { call: 'POST carts/refresh_qty_unavailable', without: 'shortage warning before the order' },
  {
    call: 'POST carts/csv',
    without: 'upload of order files on cart page and dashboard',
    instead: 'quick order reads 200 pasted lines',
  },
  {
    call: 'GET carts/current/delivery_carriers',
    without: 'list of carriers',
    same: ['GET delivery_carriers'],
  },
  {
    call: 'GET delivery_carriers',
    without: 'list of carriers',
    same: ['GET carts/current/delivery_carriers'],
  },
  { call: 'POST carts/current/set_carrier', without: chooseCarrier, same: othersOf(0) },
  { call: 'POST carts/current/carrier', without: chooseCarrier, same: othersOf(1) },
  { call: 'POST carts/set_delivery_method', without: chooseCarrier, same: othersOf(2) },
  { call: 'GET delivery_pickups', without: 'pick-up points', instead: 'delivery to an address' },
  { call: 'POST carts/current/set_pickup', without: 'choice of a pick-up point' },
  {
    call: 'POST carts/current/set_public_delivery_pickup',
    without: 'choice of a carrier’s public point',
  },
  { call: 'POST carts/current/coupon', without: 'promotion codes' },
  {
    call: 'POST carts/current/request_quotation',
    without: 'quotation for the whole cart',
    instead: 'quotations that are filled line by line, or the representative',
  },
  { call: 'GET carts/current/payable', without: 'online payment' },
  { call: 'GET payment/methods', without: 'online payment' },
  { call: 'POST payment/transactions', publicWrite: true, without: 'online payment' },
  { call: 'GET addresses/delivery', needed: true, without: 'delivery addresses of the checkout' },
  { call: 'GET addresses/invoicing', without: 'choice of the invoice address' },
  { call: 'POST addresses/delivery', without: 'new delivery address' },
  { call: 'GET sales', needed: true, without: 'orders, order again, quick order’s known codes' },
  { call: 'GET sales/{id}', needed: true, without: 'one order’s page' },
  { call: 'GET sales/{id}/download', without: 'PDF of an order' },
  {
    call: 'GET invoice/{id}/download',
    without: 'PDF of an invoice on its order',
    same: ['GET invoices/{id}/download'],
  },
  {
    call: 'GET invoices/{id}/download',
    without: 'PDF of an invoice on its order',
    same: ['GET invoice/{id}/download'],
  },
  { call: 'GET orders', without: 'channel filter of the orders, twelve-month chart' },
  {
    call: 'GET documents',
    without: 'menu entry, tile and page Documents',
    instead: 'PDF and CSV on each order',
  },
  { call: 'GET documents/{id}/download', without: 'download of a document' },
  { call: 'GET quotations', without: 'menu entry and pages Quotations' },
  { call: 'GET quotations/{id}', without: 'one quotation’s page' },
  { call: 'GET quotations/{id}/download', without: 'PDF of a quotation' },
  {
    call: 'POST quotations/create',
    blind: true,
    without: '"New quotation", "add to a quotation"',
    instead: 'a quotation for the whole cart',
  },
  { call: 'POST quotations/{id}', without: 'saving a draft quotation' },
  { call: 'POST quotations/{id}/add_line', without: '"add to a quotation" on products' },
  { call: 'DELETE quotations/{id}', without: 'deleting a draft quotation' },
  { call: 'POST quotations/{id}/request_quotation', without: 'sending a draft quotation' },
  { call: 'POST quotations/{id}/accept', without: '"Accept" where the ERP says the state' },
  { call: 'POST quotations/{id}/confirm', without: '"Accept" where the ERP says no state' },
  { call: 'POST quotations/{id}/cancel', without: 'cancelling a quotation' },
  { call: 'POST quotations/{id}/reset_to_draft', without: 'taking a quotation back as a draft' },
  { call: 'GET wishlists', without: 'menu entry and pages Lists' },
  { call: 'GET wishlists/{id}', without: 'one list’s page' },
  { call: 'POST wishlists', without: 'new list' },
  { call: 'POST wishlists/{id}/add_item', without: '"add to a list" on products' },
  { call: 'POST wishlists/{id}/update', without: 'changing a list' },
  { call: 'DELETE wishlists/{id}', without: 'deleting a list' },
  {
    call: 'GET promo_subscriptions',
    without: 'bell "tell me of promotions" on products',
  },
  { call: 'POST promo_subscriptions', without: 'the same, switching on' },
  { call: 'DELETE promo_subscriptions/{id}', without: 'the same, switching off' },
  {
    call: 'GET products_on_order',
    without: 'menu entry, tile and page Products on order',
    instead: 'each order’s page tells what is to come',
  },
  { call: 'GET products_on_order/{id}', without: 'page of one product on order' },
  { call: 'POST products_on_order/cancel/{id}', without: 'cancelling a back order' },
  { call: 'GET sale_statistics/five_years', without: 'chart of five years' },
  { call: 'GET sale_statistics/top_ordered', without: '"Most ordered" on home and dashboard' },
  {
    call: 'GET sale_statistics/monthly_ordered/{product_id}',
    without: 'own purchases on the product page',
  },
  { call: 'GET loyalty/card/rfa/current', without: 'points and year-end rebate' },
  { call: 'GET veterinary_groups', without: 'names of the customer’s groups in filters' },
  { call: 'GET cms/content', without: 'news and content pages' },
  { call: 'GET form', without: 'forms of the ERP', instead: 'the contact form' },
  { call: 'POST form/{id}', publicWrite: true, without: 'sending such a form' },
  {
    call: 'GET classified_ads/search',
    without: 'menu entry and pages Small ads',
  },
  { call: 'GET classified_ads/my_classified_ads', without: 'own small ads' },
  { call: 'GET classified_ads/{id}', without: 'one ad’s page' },
  { call: 'POST classified_ads', without: '"New ad"' },
  { call: 'POST classified_ads/{id}/update_set_to_draft', without: 'changing an ad' },
  { call: 'POST classified_ads/{id}/submit', without: 'sending an ad for approval' },
  { call: 'DELETE classified_ads/{id}', without: 'deleting an ad' },
];

/**
 * A 404 of these calls may also mean that the customer has no cart (9.6): with a session it does not prove that the
 * call is missing.
 */
export const isOfCart = ({ call }: ErpCallEntry): boolean => call.includes(' carts/current/');

const byCall = new Map(erpCalls.map((facts) => [facts.call, facts]));

/**
 * The entry of a call. Null for calls of password sign-in, which has no alternative, and for files that the ERP links
 * to.
 */
export const factsOfCall = (call: string): ErpCallEntry | null => byCall.get(call) ?? null;
