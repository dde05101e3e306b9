/** Sign-in with a provider that was not written to be hostile; the same walk runs with Keycloak in tests/provider. */
import { identityStandIn } from '../../support/auth-provider';
import { walkWith } from '../../support/auth-walk';

for (const mode of ['oidc-token', 'oidc-cookie'] as const)
  walkWith('the identity stand-in', mode, identityStandIn);
