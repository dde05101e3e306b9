/** The walk of tests/http/auth/real-provider.test.ts with a real Keycloak. */
import { describe } from 'vitest';
import { walkWith } from '../support/auth-walk';
import { hasKeycloak, openKeycloakWorld } from '../support/keycloak/keycloak-world';

describe.skipIf(!hasKeycloak())('a real provider', () => {
  for (const mode of ['oidc-token', 'oidc-cookie'] as const)
    walkWith('Keycloak', mode, openKeycloakWorld);
});
