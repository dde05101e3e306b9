/** Sign-in with a well-behaved provider; tests/provider runs the same walk with Keycloak. */
import { identityStandIn } from '../../support/auth-provider';
import { walkWith } from '../../support/auth-walk';

for (const mode of ['oidc-token', 'oidc-cookie'] as const)
  walkWith('the identity stand-in', mode, identityStandIn);
