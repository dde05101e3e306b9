/** Calls that depend on the settings: cart transactions and sign-in. They complement the list in calls.ts. */
import type { ErpCallEntry } from './calls';

export type SignInMode = 'oidc-token' | 'oidc-cookie' | 'credentials';

/**
 * Possible paths of cart transactions: the alias of contract/erp.md 10, and the path of the published Shopinvader
 * modules.
 */
export const syncPaths = ['v2/cart/sync', 'carts/{uuid}/sync'] as const;

export const syncCall = (path: string): ErpCallEntry => ({
  call: `POST ${path}`,
  needed: true,
  without: 'every change of the cart: no order can be placed',
});

/**
 * Sign-in by password (contract/erp.md 4). The ERP accepts these calls from any client, so the survey never sends them.
 */
const credentialCalls: readonly ErpCallEntry[] = [
  { call: 'POST auth/login', needed: true, publicWrite: true, without: 'sign-in' },
  { call: 'GET auth/profile', needed: true, without: 'sign-in: whose prices, who may order' },
  { call: 'POST auth/logout', publicWrite: true, without: 'sign-out at the ERP' },
  { call: 'POST auth/register', publicWrite: true, without: 'new password for a known e-mail' },
  { call: 'POST auth/validate_email', publicWrite: true, without: 'confirming an e-mail' },
  {
    call: 'POST auth/request_reset_password',
    publicWrite: true,
    without: 'forgotten passwords',
    instead: 'the ERP’s telephone',
  },
  { call: 'POST auth/set_password', publicWrite: true, without: 'a new password' },
];

export const signInCalls = (mode: SignInMode): readonly ErpCallEntry[] =>
  mode === 'credentials' ? credentialCalls : [];
