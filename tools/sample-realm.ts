/** Writes deploy/identity/realm.json for Keycloak's import: the shop's client and the sample customers. */
import { writeFileSync } from 'node:fs';
import { customerClaims, subjectOf } from '../sandbox/identity/claims';
import { createWorld } from '../sandbox/seed/create-world';
import type { WorldCustomer } from '../sandbox/world';
import { realmOf, type SampleUser } from '../tests/support/keycloak/realm';
import { isCommand } from './is-command';

export const realmFile = 'deploy/identity/realm.json';

const standard = new Set([
  'sub',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'locale',
  'email',
  'email_verified',
]);

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : [String(value)];

/** Stores every claim outside the OpenID Connect standard as a user attribute. */
function userOf(customer: WorldCustomer): SampleUser {
  const claims = Object.entries(customerClaims(customer));
  const own = claims.filter(([name]) => !standard.has(name));
  const { login, password, email, givenName, familyName } = customer;
  return {
    id: subjectOf(customer),
    username: login,
    password,
    email,
    emailVerified: true,
    firstName: givenName,
    lastName: familyName,
    attributes: Object.fromEntries(own.map(([name, value]) => [name, listOf(value)])),
  };
}

/** Keycloak reads the addresses and the client secret from its environment. */
export function sampleRealm(): string {
  const world = createWorld({ mediaBase: 'http://media.invalid', products: 60 });
  const users = world.customers.filter(({ featured, email }) => featured && email !== '');
  const realm = realmOf(users.map(userOf), {
    secret: '${SHOP_CLIENT_SECRET}',
    shopUrl: '${SHOP_URL}',
  });
  return `${JSON.stringify(realm, null, 2)}\n`;
}

if (isCommand(import.meta.url)) writeFileSync(realmFile, sampleRealm());
