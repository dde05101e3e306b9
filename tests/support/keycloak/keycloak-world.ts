/** The shop's sign-in with the Keycloak of the test run, reset for each test and accessed through a proxy. */
import { inject } from 'vitest';
import { startAuthWorld, type WorldOptions } from '../auth-app';
import type { ProviderWorld } from '../auth-provider';
import { Visitor, type Page } from '../visitor';
import { createAdministrator, type Administrator, type UserName } from './admin';
import { openFront, type Front } from './front';
import { CLIENT, REALM, USERS } from './realm';

export interface KeycloakWorld extends ProviderWorld {
  front: Front;
  admin: Administrator;
  visitor(): Visitor;
  fillInAs(page: Page, name: UserName): Promise<Page>;
  /** A visitor who has signed in with the provider's form. */
  signedIn(name?: UserName): Promise<Visitor>;
}

export const hasKeycloak = (): boolean => inject('keycloakUrl') !== null;

export async function openKeycloakWorld(options: WorldOptions = {}): Promise<KeycloakWorld> {
  const url = inject('keycloakUrl');
  if (url === null) throw new Error('there is no Keycloak in this run');
  const admin = createAdministrator(url);
  const front = await openFront(url);
  await admin.beginAt(front.url);
  const provider = {
    issuer: `${front.url}/realms/${REALM}`,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  };
  const world = await startAuthWorld({ ...options, provider });
  await admin.backChannelTo(`${world.publicUrl}/account/backchannel-logout`);
  const visitor = (): Visitor => new Visitor(world.publicUrl);
  const fillInAs = (page: Page, name: UserName): Promise<Page> => {
    const { username, password } = USERS[name];
    return page.form('#kc-form-login').fill({ username, password }).submit();
  };
  return {
    world,
    front,
    admin,
    expected: {
      login: 'vet',
      ref: 'C1001',
      role: 'vet',
      supplierId: 1001,
      veterinaryGroups: [11, 12],
      pricelistDiscounts: ['7', '9'],
    },
    visitor,
    fillInAs,
    fillIn: (page) => fillInAs(page, 'vet'),
    isSignInPage: (page) => page.dom.querySelector('#kc-form-login') !== null,
    endSessions: () => admin.endSessions('vet'),
    async signedIn(name = 'vet') {
      const one = visitor();
      const page = await fillInAs(await one.get('/fr/private'), name);
      if (page.url.href !== `${world.publicUrl}/fr/private` || page.status !== 200)
        throw new Error(`sign-in of ${name} ended at ${page.url.href}: ${page.words('body')}`);
      return one;
    },
    async close() {
      await admin.restore();
      await world.close();
      await front.close();
    },
  };
}
