/**
 * What is limited and how much (P-61), per minute. `perVisitor` is one browser: the session of a customer
 * (practices share a login), else address and browser together; `perAddress` is what everybody behind one
 * address may do, twenty at work in one practice included. Pages that are only read are not limited here:
 * that is the business of `server/http/overload`.
 */
export interface RateRule {
  name: string;
  perVisitor: number;
  perAddress: number;
}

export interface LimitedRequest {
  method: string;
  /** Path without the locale: `/account/sign-in`. */
  path: string;
  query: string;
  contentType: string;
  guest: boolean;
  /** Sign-in is a form of the shop; its page leads nowhere by itself. */
  byPassword: boolean;
}

const rules = {
  signIn: { name: 'sign-in', perVisitor: 5, perAddress: 60 },
  // The unseen renewal of several tabs at once, not somebody who clicks.
  silentSignIn: { name: 'silent-sign-in', perVisitor: 20, perAddress: 240 },
  password: { name: 'password', perVisitor: 10, perAddress: 60 },
  accountForm: { name: 'account-form', perVisitor: 10, perAddress: 60 },
  visitorForm: { name: 'visitor-form', perVisitor: 30, perAddress: 300 },
  sync: { name: 'sync', perVisitor: 60, perAddress: 1200 },
  upload: { name: 'upload', perVisitor: 5, perAddress: 100 },
  // Its form takes files too, but a barcode scanner posts it line by line.
  quickOrder: { name: 'quick-order', perVisitor: 120, perAddress: 2400 },
  search: { name: 'search', perVisitor: 120, perAddress: 2400 },
  // Asked every quarter of a second while somebody types.
  suggest: { name: 'suggest', perVisitor: 240, perAddress: 4800 },
} as const satisfies Record<string, RateRule>;

export const rateRules: readonly RateRule[] = Object.values(rules);

/** Forms that make the ERP send mail, open an account or write to the office, whoever posts them. */
const accountForms =
  /^\/(account\/(profile|register|forgotten-password|new-password|validate-email)|newsletter|form)(\/|$)/;
const silent = /(^|&)prompt=none(&|$)/;

/** The one rule that a request falls under; null: none. */
export function ruleOf(request: LimitedRequest): RateRule | null {
  const { method, path } = request;
  if (method === 'GET') {
    if (path === '/search') return rules.search;
    if (path === '/autocomplete') return rules.suggest;
    if (path === '/account/sign-in' && !request.byPassword)
      return silent.test(request.query) ? rules.silentSignIn : rules.signIn;
    return null;
  }
  if (method !== 'POST') return null;
  if (path === '/cart/sync') return rules.sync;
  if (path === '/quick-order') return rules.quickOrder;
  // A letter is one whether something is joined to it or not.
  if (path === '/contact') return rules.accountForm;
  if (request.contentType.startsWith('multipart/form-data')) return rules.upload;
  if (path === '/account/sign-in') return rules.password;
  if (accountForms.test(path)) return rules.accountForm;
  return request.guest ? rules.visitorForm : null;
}
