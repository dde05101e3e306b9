/**
 * The realm of the tests: one confidential client configured as an operator would (code flow, PKCE S256 enforced,
 * refresh tokens rotated and single-use, back-channel logout by session), and five customers with different claims.
 */
export const REALM = 'shop';
export const CLIENT = { id: 'shop', secret: 'shop-secret' } as const;
/** Client that exists only in the sample deployment; it has the secret of the shop's client. */
export const CONFORMANCE_CLIENT = 'conformance';

/** Lifetimes of tokens and sessions, in seconds. */
export const LIFESPANS = { accessTokenLifespan: 300, ssoSessionIdleTimeout: 1_800 };

export interface SampleUser {
  id: string;
  username: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  /** User attributes; each becomes a claim of the same name. */
  attributes: Readonly<Record<string, readonly string[]>>;
}

const user = (
  number: number,
  username: string,
  [firstName, lastName, email]: readonly [string, string, string],
  attributes: SampleUser['attributes'],
): SampleUser => ({
  id: `10000000-0000-4000-8000-00000000000${number}`,
  username,
  password: `${username}-pass`,
  email,
  firstName,
  lastName,
  emailVerified: username !== 'student',
  attributes: { ref: [`C100${number}`], supplier_id: [`100${number}`], ...attributes },
});

export const USERS = {
  /** A customer with all claims: two groups, two discount lists, two roles. */
  vet: user(1, 'vet', ['Claire', 'Dumont', 'claire.dumont@vet.example'], {
    locale: ['fr-BE'],
    can_order: ['true'],
    help_with_fee: ['true'],
    'vt-groups': ['11', '12'],
    'vt-pricelist-gross': ['12'],
    'vt-pricelist-discounts': ['7', '9'],
    'vt-supplier-promotion': ['vet'],
    'shopinvader-vt-roles': ['vet,buyer'],
  }),
  /** A customer with one group and one discount list. */
  pharmacist: user(2, 'pharmacist', ['Pieter', 'Maes', 'pieter.maes@pharmacy.example'], {
    locale: ['nl-BE'],
    can_order: ['true'],
    help_with_fee: ['false'],
    'vt-groups': ['13'],
    'vt-pricelist-gross': ['14'],
    'vt-pricelist-discounts': ['7'],
    'vt-supplier-promotion': ['pharmacy'],
    'shopinvader-vt-roles': ['pharmacist'],
  }),
  /** A customer without groups and without supplier promotions. */
  wholesaler: user(3, 'wholesaler', ['Ellen', 'Ward', 'ellen.ward@wholesale.example'], {
    locale: ['en-US'],
    can_order: ['true'],
    help_with_fee: ['false'],
    'vt-pricelist-gross': ['16'],
    'vt-pricelist-discounts': ['20', '21', '22'],
    'shopinvader-vt-roles': ['wholesaler,buyer'],
  }),
  /** A customer who may not order, and who has no price lists and an unconfirmed e-mail address. */
  student: user(4, 'student', ['Noé', 'Lefèvre', 'noe.lefevre@student.example'], {
    locale: ['fr-BE'],
    can_order: ['false'],
    help_with_fee: ['false'],
    'vt-groups': ['12'],
    'shopinvader-vt-roles': ['student'],
  }),
} as const satisfies Record<string, SampleUser>;

interface Mapping {
  claim: string;
  type?: 'String' | 'int' | 'boolean';
  list?: boolean;
}
const mappings: readonly Mapping[] = [
  { claim: 'ref' },
  { claim: 'supplier_id', type: 'int' },
  { claim: 'can_order', type: 'boolean' },
  { claim: 'help_with_fee', type: 'boolean' },
  { claim: 'vt-groups', type: 'int', list: true },
  { claim: 'vt-pricelist-gross' },
  { claim: 'vt-pricelist-discounts', list: true },
  { claim: 'vt-supplier-promotion' },
  { claim: 'shopinvader-vt-roles' },
];

const everywhere = {
  'access.token.claim': 'true',
  'id.token.claim': 'true',
  'userinfo.token.claim': 'true',
};

const attributeMapper = ({ claim, type = 'String', list = false }: Mapping) => ({
  name: claim,
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usermodel-attribute-mapper',
  config: {
    ...everywhere,
    'user.attribute': claim,
    'claim.name': claim,
    'jsonType.label': type,
    ...(list ? { multivalued: 'true' } : {}),
  },
});

/** Adds the ERP as audience of the access token. */
const audienceMapper = {
  name: 'ERP',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.custom.audience': 'erp', 'access.token.claim': 'true' },
};

const clientOf = ({ secret, shopUrl }: ClientOptions) => ({
  clientId: CLIENT.id,
  secret,
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: true,
  directAccessGrantsEnabled: false,
  fullScopeAllowed: false,
  frontchannelLogout: false,
  redirectUris:
    shopUrl === undefined ? ['http://127.0.0.1/*', 'http://localhost/*'] : [`${shopUrl}/*`],
  attributes: {
    'pkce.code.challenge.method': 'S256',
    'post.logout.redirect.uris': '+',
    'backchannel.logout.session.required': 'true',
    ...(shopUrl === undefined
      ? {}
      : { 'backchannel.logout.url': `${shopUrl}/account/backchannel-logout` }),
  },
  protocolMappers: [...mappings.map(attributeMapper), audienceMapper],
});

/** Issues a customer's token for their password, for `npm run conformance` only: no browser signs in with it. */
const conformanceClientOf = ({ secret }: ClientOptions) => ({
  clientId: CONFORMANCE_CLIENT,
  secret,
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: false,
  directAccessGrantsEnabled: true,
  fullScopeAllowed: false,
  protocolMappers: [...mappings.map(attributeMapper), audienceMapper],
});

const profileAttribute = (name: string, required: boolean) => ({
  name,
  permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
  ...(required ? { required: { roles: ['user'] } } : {}),
});

interface ClientOptions {
  secret: string;
  /** URL of the shop; if missing, any loopback port. */
  shopUrl?: string;
}

/** The request to Keycloak's admin API that creates the realm. */
export const realmOf = (
  users: readonly SampleUser[],
  client: ClientOptions = { secret: CLIENT.secret },
): object => ({
  realm: REALM,
  enabled: true,
  ...LIFESPANS,
  ssoSessionMaxLifespan: 36_000,
  revokeRefreshToken: true,
  refreshTokenMaxReuse: 0,
  internationalizationEnabled: true,
  supportedLocales: ['fr', 'nl', 'en'],
  defaultLocale: 'fr',
  components: {
    'org.keycloak.userprofile.UserProfileProvider': [
      {
        providerId: 'declarative-user-profile',
        config: {
          'kc.user.profile.config': [
            JSON.stringify({
              attributes: [
                profileAttribute('username', false),
                profileAttribute('email', true),
                profileAttribute('firstName', true),
                profileAttribute('lastName', true),
              ],
              // Customers must not be able to grant themselves a price list.
              unmanagedAttributePolicy: 'ADMIN_EDIT',
            }),
          ],
        },
      },
    ],
  },
  clients: [
    clientOf(client),
    ...(client.shopUrl === undefined ? [] : [conformanceClientOf(client)]),
  ],
  users: users.map(({ password, ...rest }) => ({
    ...rest,
    enabled: true,
    credentials: [{ type: 'password', value: password }],
  })),
});
