/**
 * Rate limits per minute (P-61).
 * - `perVisitor`: one browser. For a customer this is the session, because practices share a login. For posts of guests
 * it is the address, or a browser that has signed in before. For page views of guests it is address and browser
 * together.
 * - `perCustomer`: all sessions of one login together, from any address.
 * - `perAddress`: everyone behind one address, such as twenty people in one practice.
 *
 * Plain page views are not limited here; `server/http/overload` handles them.
 */
import type { BodyKind } from '../forms/body-kind';
import type { RateRuleName, RoutePolicy } from '../policy/route-policy';

/** All addresses of one IPv6 /48 together may send this many times the limit of one address. */
export const addressesOfSite = 8;

export interface RateRule {
  name: string;
  perVisitor: number;
  /**
   * Set only for expensive requests. There `perVisitor` is not enough, because each further sign-in creates a session
   * with its own counter.
   */
  perCustomer?: number;
  perAddress: number;
}

export interface LimitedRequest {
  method: string;
  /** From the route's policy; null when the address is no page of the shop. */
  rate: RoutePolicy['rate'] | null;
  query: string;
  /** The identity provider redirects back to the shop after a sign-in. */
  isReturn: boolean;
  kind: BodyKind;
  guest: boolean;
  /** Sign-in is a form of the shop, and its page redirects nowhere by itself. */
  byPassword: boolean;
}

const rules = {
  signIn: { name: 'sign-in', perVisitor: 5, perAddress: 60 },
  // The limit allows for several tabs that renew their session silently at the same time.
  silentSignIn: { name: 'silent-sign-in', perVisitor: 20, perAddress: 240 },
  // Allows as many returns as one address may start sign-ins. Each return renders a page, and logs a line when it
  // belongs to no sign-in of the shop.
  signInReturn: { name: 'sign-in-return', perVisitor: 300, perAddress: 300 },
  password: { name: 'password', perVisitor: 10, perAddress: 60 },
  accountForm: { name: 'account-form', perVisitor: 10, perAddress: 60 },
  // Counts the text of an ad; the app counts an attached document by AppContext.countUpload.
  ad: { name: 'ad', perVisitor: 30, perAddress: 600 },
  visitorForm: { name: 'visitor-form', perVisitor: 30, perAddress: 300 },
  sync: { name: 'sync', perVisitor: 60, perAddress: 1200 },
  upload: { name: 'upload', perVisitor: 5, perCustomer: 10, perAddress: 100 },
  // A barcode scanner posts its form line by line; the app counts files and long lists by AppContext.countUpload.
  quickOrder: { name: 'quick-order', perVisitor: 120, perAddress: 2400 },
  search: { name: 'search', perVisitor: 120, perAddress: 2400 },
  // The browser requests suggestions every quarter of a second while the customer types.
  suggest: { name: 'suggest', perVisitor: 240, perAddress: 4800 },
} as const satisfies Record<string, RateRule>;

export const rateRules: readonly RateRule[] = Object.values(rules);
export const { upload: uploads } = rules;

const declared: Readonly<Record<RateRuleName, RateRule>> = {
  'sign-in': rules.signIn,
  password: rules.password,
  'account-form': rules.accountForm,
  ad: rules.ad,
  sync: rules.sync,
  'quick-order': rules.quickOrder,
  search: rules.search,
  suggest: rules.suggest,
};

function readingRule({ rate, byPassword, query, isReturn }: LimitedRequest): RateRule | null {
  if (isReturn) return rules.signInReturn;
  const name = rate?.read ?? null;
  if (name !== 'sign-in') return name && declared[name];
  if (byPassword) return null;
  return new URLSearchParams(query).get('prompt') === 'none' ? rules.silentSignIn : rules.signIn;
}

/** The single rule that applies to a request, or null. The route's own rule takes precedence over the kind of body. */
export function ruleOf(request: LimitedRequest): RateRule | null {
  const { method, rate, kind, guest } = request;
  if (method === 'GET' || method === 'HEAD') return readingRule(request);
  if (method !== 'POST') return null;
  if (rate?.post) return declared[rate.post];
  if (kind === 'multipart') return rules.upload;
  return guest ? rules.visitorForm : null;
}
