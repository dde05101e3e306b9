/**
 * Loads the profile page: the customer's record and both address lists, each of which may be unavailable without
 * failing the page.
 */
import { listAddresses } from '~/ordering/addresses/addresses.server';
import { loadRequiredBlock } from '~/base/page/optional';
import type { CustomerRequest } from '~/base/page/page';
import { findProfile } from './profile.server';
import type { ProfileView } from './profile-page';

export async function loadProfile(page: CustomerRequest): Promise<ProfileView> {
  const [profile, invoicing, delivery] = await Promise.all([
    loadRequiredBlock(page, 'profile', () => findProfile(page)),
    listAddresses(page, 'invoicing'),
    listAddresses(page, 'delivery'),
  ]);
  const { customer, context, url } = page;
  const asked = Number(url.searchParams.get('change'));
  return {
    profile,
    invoicing,
    delivery,
    asked: Number.isSafeInteger(asked) && asked > 0 ? asked : null,
    login: customer.login,
    name: customer.name,
    emailVerified: customer.emailVerified,
    withPassword: context.site.authMode === 'credentials',
    accountUrl: context.site.accountUrl,
  };
}
