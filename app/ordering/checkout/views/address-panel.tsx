import type { ReactNode } from 'react';
import type { Address } from '~/ordering/cart/cart';
import { AddressLines } from '~/ordering/addresses/address-lines';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormLink } from '~/base/ui/form/form-link';
import { FieldErrors, TextField, type FieldState } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';
import type { Part } from '~/base/page/optional';
import { matchesAddress, maxShown, missingParts, searchFrom } from '../checkout';
import { formId } from '../checkout-form';
import { ChoiceCard } from './choice-card';
import { chosenOf } from './fields';
import { Found } from './found';

/** Text on what an address lacks, for example `Incomplète : code postal manquant`. */
function useMissingText(): (address: Address) => string | undefined {
  const { t } = useShop();
  return (address) => {
    const parts = missingParts(address);
    if (parts.length === 0) return undefined;
    const names = parts.map((part) => t(`checkout:address.part.${part}`)).join(', ');
    return t('checkout:address.incomplete', { parts: names });
  };
}

function Place({ address, withVat }: { address: Address; withVat: boolean }) {
  const { t } = useShop();
  return (
    <>
      <AddressLines address={address} />
      {address.isDropoffSite ? ` · ${t('checkout:address.dropoff')}` : null}
      {withVat && address.vat ? (
        <>
          <br />
          {t('checkout:address.vat', { vat: address.vat })}
        </>
      ) : null}
    </>
  );
}

/**
 * The chosen address, with the other addresses folded away below it. Unfolded when the customer must choose one or read
 * a message.
 */
function Panel({
  title,
  chosen,
  isOpen,
  only,
  withVat = false,
  children,
}: {
  title: string;
  /** Name of the form field, when there is no other address to choose. */
  only?: string | undefined;
  chosen: Address | undefined;
  isOpen: boolean;
  withVat?: boolean;
  children: ReactNode;
}) {
  const { t } = useShop();
  const isSettled = chosen !== undefined && missingParts(chosen).length === 0 && !isOpen;
  return (
    <fieldset className="panel block">
      <legend>{title}</legend>
      {isSettled ? (
        <p className="chosen">
          <b>{chosen.name ?? t('checkout:address.nameless')}</b>
          <br />
          <Place address={chosen} withVat={withVat} />
        </p>
      ) : null}
      {only !== undefined && isSettled ? (
        <input type="hidden" name={only} value={chosen.id} />
      ) : (
        <details className="fold sub-s" open={!isSettled}>
          <summary>{t('checkout:address.other')}</summary>
          <div>{children}</div>
        </details>
      )}
    </fieldset>
  );
}

const hasErrors = ({ errors }: FieldState): boolean => (errors?.length ?? 0) > 0;

function Cards({
  addresses,
  field,
  withVat,
}: {
  addresses: readonly Address[];
  field: FieldState;
  withVat: boolean;
}) {
  const { t, locale, formats } = useShop();
  const missingText = useMissingText();
  const nameOf = ({ name }: Address): string => name ?? t('checkout:address.nameless');
  const first = addresses.find((address) => missingParts(address).length === 0) ?? addresses[0];
  const incomplete = addresses.filter((address) => missingParts(address).length > 0);
  return (
    <>
      <div className="cards two">
        {addresses.map((address) => (
          <ChoiceCard
            key={address.id}
            field={field}
            value={String(address.id)}
            title={nameOf(address)}
            chosen={chosenOf(field) === String(address.id)}
            first={address === first}
            closed={missingText(address)}
          >
            <Place address={address} withVat={withVat} />
          </ChoiceCard>
        ))}
      </div>
      {incomplete.map((address) => (
        <p className="hint" key={address.id}>
          {address.changeAsked ? (
            t('common:form.error', {
              label: nameOf(address),
              text: t('profile:change.asked', { day: formats.day(address.changeAsked) }),
            })
          ) : (
            <FormLink
              className="more"
              href={changeAddress(links.profile(locale), address)}
              form={formId}
              leadsOn
            >
              {t('checkout:address.complete', { name: nameOf(address) })}
            </FormLink>
          )}
        </p>
      ))}
    </>
  );
}

function AddressSearch({ find }: { find: FieldState }) {
  const { t } = useShop();
  return (
    <div className="inline suggest">
      <TextField
        field={find}
        label={t('checkout:address.find')}
        type="search"
        placeholder={t('checkout:address.findHint')}
      />
      <button className="btn quiet" type="submit" name="do" value="find">
        {t('checkout:search')}
      </button>
    </div>
  );
}

export function DeliveryAddressPanel({
  part,
  own,
  field,
  find,
  toPoint,
  searched,
}: {
  part: Part<readonly Address[]>;
  /** The cart's own address, used when the list of addresses is unavailable. */
  own: Address | null;
  field: FieldState;
  find: FieldState;
  toPoint: boolean;
  /** This page is the response to a search of the addresses. */
  searched: boolean;
}) {
  const { t, locale, formats } = useShop();
  const all = part.kind === 'ok' ? part.value : own ? [own] : [];
  const typed = chosenOf(find);
  const hits = typed === '' ? all : all.filter((one) => matchesAddress(one, typed));
  // Keep the chosen address in the list, even if it does not match the search.
  const matching = all.filter((one) => hits.includes(one) || String(one.id) === chosenOf(field));
  const shown = matching.slice(0, maxShown);
  const chosen = all.find(({ id }) => String(id) === chosenOf(field));
  return (
    <Panel
      title={t('checkout:address.delivery')}
      chosen={chosen}
      isOpen={
        toPoint || searched || typed !== '' || part.kind === 'unavailable' || hasErrors(field)
      }
    >
      {all.length >= searchFrom ? <AddressSearch find={find} /> : null}
      {searched ? (
        <Found list="addresses" text={part.kind === 'ok' ? typed : ''} count={hits.length} />
      ) : null}
      {part.kind === 'unavailable' ? (
        <Notice tone="warn">
          <p>{t('checkout:address.unavailable')}</p>
        </Notice>
      ) : null}
      {toPoint ? <p className="hint suggest">{t('checkout:address.atPoint')}</p> : null}
      {all.length === 0 ? <p>{t('checkout:address.noneAtAll')}</p> : null}
      <Cards addresses={shown} field={field} withVat={false} />
      {matching.length > shown.length ? (
        <p className="hint">
          {t('checkout:address.more', { count: matching.length - shown.length })}
        </p>
      ) : null}
      {typed !== '' ? (
        <p className="hint">
          {t('checkout:address.found', {
            count: hits.length,
            total: formats.number(all.length),
          })}
        </p>
      ) : null}
      <FieldErrors field={field} />
      <p className="sub-s">
        <FormLink
          className="more"
          href={changeAddress(links.profile(locale), chosen)}
          form={formId}
          leadsOn
        >
          {t('checkout:address.change')}
        </FormLink>
      </p>
    </Panel>
  );
}

/** Link to the profile form, prefilled with the chosen address. Customers cannot change a drop-off site. */
const changeAddress = (profile: string, chosen: Address | undefined): string =>
  `${profile}?${chosen && !chosen.isDropoffSite ? `change=${chosen.id}&` : ''}from=order#change`;

export function InvoiceAddressPanel({
  part,
  own,
  field,
}: {
  part: Part<readonly Address[]>;
  own: Address | null;
  field: FieldState;
}) {
  const { t } = useShop();
  const listed = part.kind === 'ok' ? part.value : [];
  const all = listed.length > 0 ? listed : own ? [own] : [];
  return (
    <Panel
      title={t('checkout:address.invoicing')}
      chosen={all.find(({ id }) => String(id) === chosenOf(field))}
      isOpen={hasErrors(field)}
      only={all.length === 1 ? field.name : undefined}
      withVat
    >
      {all.length === 0 ? <p>{t('checkout:address.noneAtAll')}</p> : null}
      <Cards addresses={all} field={field} withVat />
      <FieldErrors field={field} />
    </Panel>
  );
}
