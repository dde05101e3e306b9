/**
 * What is limited and how much (P-61), per minute. `perVisitor` is one browser: the session of a customer
 * (practices share a login); of visitors who post it is the address, or a browser that has signed in before, and
 * of visitors who read it is address and browser together; `perCustomer` is what all sessions of one login may do
 * together, from whatever address; `perAddress` is what everybody behind one
 * address may do, twenty at work in one practice included. Pages that are only read are not limited here:
 * that is the business of `server/http/overload`.
 */
import type { BodyKind } from '../forms/body-kind';
import type { RateRuleName, RoutePolicy } from '../policy/route-policy';

/** So many times what one address may do is what all addresses of one IPv6 /48 may do. */
export const addressesOfSite = 8;

export interface RateRule {
  name: string;
  perVisitor: number;
  /** Only where one request is dear: another sign-in would bring another session with a count of its own. */
  perCustomer?: number;
  perAddress: number;
}

export interface LimitedRequest {
  method: string;
  /** Of the route's policy; null: no page of the shop. */
  rate: RoutePolicy['rate'] | null;
  query: string;
  /** A sign-in on its way back from the provider. */
  isReturn: boolean;
  kind: BodyKind;
  guest: boolean;
  /** Sign-in is a form of the shop; its page leads nowhere by itself. */
  byPassword: boolean;
}

const rules = {
  signIn: { name: 'sign-in', perVisitor: 5, perAddress: 60 },
  // Silent renewals of several tabs at once, not clicks.
  silentSignIn: { name: 'silent-sign-in', perVisitor: 20, perAddress: 240 },
  // As many as one address may begin. Each is a page, and a line of the log where it is none of ours.
  signInReturn: { name: 'sign-in-return', perVisitor: 300, perAddress: 300 },
  password: { name: 'password', perVisitor: 10, perAddress: 60 },
  accountForm: { name: 'account-form', perVisitor: 10, perAddress: 60 },
  // Its text; of a document in it the app says so (AppContext.countUpload).
  ad: { name: 'ad', perVisitor: 30, perAddress: 600 },
  visitorForm: { name: 'visitor-form', perVisitor: 30, perAddress: 300 },
  sync: { name: 'sync', perVisitor: 60, perAddress: 1200 },
  upload: { name: 'upload', perVisitor: 5, perCustomer: 10, perAddress: 100 },
  // A barcode scanner posts its form line by line; of files and long lists in it the app says so (AppContext.countUpload).
  quickOrder: { name: 'quick-order', perVisitor: 120, perAddress: 2400 },
  search: { name: 'search', perVisitor: 120, perAddress: 2400 },
  // Asked every quarter of a second while the customer types.
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

/** The one rule that a request falls under; null: none. What a form is for counts before what it carries. */
export function ruleOf(request: LimitedRequest): RateRule | null {
  const { method, rate, kind, guest } = request;
  if (method === 'GET' || method === 'HEAD') return readingRule(request);
  if (method !== 'POST') return null;
  if (rate?.post) return declared[rate.post];
  if (kind === 'multipart') return rules.upload;
  return guest ? rules.visitorForm : null;
}
