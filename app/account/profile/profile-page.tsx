import type { SubmissionResult } from '@conform-to/react';
import type { Address } from '~/ordering/cart/cart';
import { AddressLines } from '~/ordering/addresses/address-lines';
import { InstallHint } from '~/base/ui/install-hint';
import { valueOf, type Block, type Part } from '~/base/page/optional';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { DescriptionList } from '~/base/ui/description-list';
import { FormKey } from '~/base/ui/form/form-key';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { addressName, ChangeForm } from './change-form';
import type { Profile } from './profile';

export interface ProfileView {
  profile: Block<Profile | null>;
  invoicing: Part<readonly Address[]>;
  delivery: Part<readonly Address[]>;
  /** Id of the address that the customer wants to change; null for none. */
  asked: number | null;
  login: string;
  name: string;
  emailVerified: boolean;
  /** True in credentials mode, in which customers sign in with a password at the ERP. */
  withPassword: boolean;
  /** Address of the customer's account page at the identity provider; null when unknown. */
  accountUrl: string | null;
}

function Account({ view }: { view: ProfileView }) {
  const { t } = useShop();
  const profile = view.profile.ok ? view.profile.value : null;
  return (
    <section className="panel">
      <h2>{t('profile:account')}</h2>
      <DescriptionList
        items={[
          [t('profile:ref'), profile?.ref],
          [t('registration:salutation.label'), profile?.title],
          [t('profile:name'), profile?.name ?? view.name],
          [t('profile:login'), view.login],
          [
            t('profile:email'),
            profile?.email
              ? `${profile.email}${view.emailVerified ? '' : ` (${t('profile:notVerified')})`}`
              : null,
          ],
          [t('profile:phone'), profile?.phone],
          [t('profile:mobile'), profile?.mobile],
          [t('profile:vat'), profile?.vat],
          [t('registration:field.subscription'), profile?.subscription],
          [t('registration:field.depot'), profile?.depot],
        ]}
      />
      {view.profile.ok ? null : <p className="muted">{t('profile:unavailable')}</p>}
    </section>
  );
}

function Newsletter({ subscribed }: { subscribed: boolean }) {
  const { t } = useShop();
  return (
    <form method="post" className="panel stack">
      <h2>{t('profile:newsletter.title')}</h2>
      <p>{t(subscribed ? 'profile:newsletter.isOn' : 'profile:newsletter.isOff')}</p>
      <div className="acts">
        <FormKey />
        <input type="hidden" name="newsletter" value={subscribed ? 'off' : 'on'} />
        <button className="btn quiet" type="submit" name="do" value="newsletter">
          {t(subscribed ? 'profile:newsletter.stop' : 'profile:newsletter.start')}
        </button>
      </div>
    </form>
  );
}

function Password({ view }: { view: ProfileView }) {
  const { t } = useShop();
  return (
    <form method="post" className="panel stack">
      <h2>{t('profile:password.title')}</h2>
      <p>{t(view.withPassword ? 'profile:password.mail' : 'profile:password.provider')}</p>
      {view.withPassword ? (
        <div className="acts">
          <FormKey />
          <button className="btn quiet" type="submit" name="do" value="password">
            {t('profile:password.send')}
          </button>
        </div>
      ) : view.accountUrl ? (
        <div className="acts">
          <a className="btn quiet" href={view.accountUrl} rel="noopener">
            {t('profile:password.open')}
          </a>
        </div>
      ) : null}
    </form>
  );
}

/**
 * The list of addresses. The first invoice address is the main one: it can be changed but not removed (contract/erp.md
 * 6.2).
 */
function Addresses({
  title,
  kind,
  list,
  hasMain = false,
}: {
  title: string;
  kind: 'invoicing' | 'delivery';
  list: Part<readonly Address[]>;
  hasMain?: boolean;
}) {
  const { t, locale, formats } = useShop();
  if (list.kind === 'absent') return null;
  return (
    <section className="sub">
      <div className="head">
        <h2>{title}</h2>
      </div>
      {list.kind === 'unavailable' ? (
        <div className="panel">
          <Empty icon="alert" title={t('profile:addresses.unavailable')} />
        </div>
      ) : (
        <ul className="cards two">
          {list.value.map((address, position) => (
            <li key={address.id} className="panel">
              <p>
                <b>{address.name}</b>
                {address.isDropoffSite ? ` (${t('checkout:address.dropoff')})` : null}
              </p>
              <p>
                <AddressLines address={address} />
              </p>
              <DescriptionList
                tight
                items={[
                  [t('profile:state'), address.state],
                  [t('profile:phone'), address.phone],
                  [t('profile:mobile'), address.mobile],
                  [t('profile:email'), address.email],
                  [t('profile:vat'), address.vat],
                ]}
              />
              <p className="muted">
                <small>
                  {t(
                    hasMain && position === 0
                      ? 'profile:addresses.access.main'
                      : 'profile:addresses.access.other',
                  )}
                </small>
              </p>
              <p>
                <a href={`${links.profile(locale)}?change=${address.id}#change`}>
                  {t('profile:addresses.change')}
                  <span className="vh"> {addressName(t, kind, address)}</span>
                </a>
                {address.changeAsked ? (
                  <span className="hint">
                    {t('profile:change.asked', { day: formats.day(address.changeAsked) })}
                  </span>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The customer's data, addresses and settings. Data in the ERP is changed by request (PROF-01). */
export function ProfilePage({
  view,
  lastResult,
}: {
  view: ProfileView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t, locale } = useShop();
  const newsletter = view.profile.ok ? (view.profile.value?.newsletter ?? null) : null;
  const addresses = {
    invoicing: valueOf(view.invoicing) ?? [],
    delivery: valueOf(view.delivery) ?? [],
  };
  return (
    <>
      <Crumbs
        items={[
          { name: t('orders:account'), href: links.account(locale) },
          { name: t('profile:title') },
        ]}
      />
      <PageHead title={t('profile:title')} lead={t('profile:lead')} />
      <div className="grid g-rail">
        <div>
          <Account view={view} />
          <Addresses
            title={t('profile:addresses.invoicing')}
            kind="invoicing"
            list={view.invoicing}
            hasMain
          />
          <Addresses title={t('profile:addresses.delivery')} kind="delivery" list={view.delivery} />
          <ChangeForm addresses={addresses} asked={view.asked} lastResult={lastResult} />
        </div>
        <aside className="rail stack" aria-label={t('profile:switches')}>
          {newsletter === null ? null : <Newsletter subscribed={newsletter} />}
          <Password view={view} />
          <InstallHint />
        </aside>
      </div>
    </>
  );
}
