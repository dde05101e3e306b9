import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Address } from '~/ordering/cart/cart';
import { addressText } from '~/ordering/addresses/address-lines';
import type { Translate } from '~/base/i18n/translate';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { DescriptionList } from '~/base/ui/description-list';
import { FormKey } from '~/base/ui/form/form-key';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextAreaField, TextField } from '~/base/ui/form/field';
import { SelectField, type Choice } from '~/base/ui/form/select-field';
import { addressFields, changeForm, maxRequestLength } from './profile';

/** The customer's addresses by kind; an address with both kinds is in both lists. */
interface AddressKinds {
  invoicing: readonly Address[];
  delivery: readonly Address[];
}

/**
 * `Cabinet, Rue Neuve 3, 4000 Liège (livraison)`: the full address, because several often share one name, or have none.
 */
export const addressName = (t: Translate, kind: keyof AddressKinds, address: Address): string =>
  `${[address.name, ...addressText(address)].filter(Boolean).join(', ')} (${t(`profile:addresses.kind.${kind}`)})`;

/** The form with which customers request a change; they cannot edit their data themselves (PROF-01). */
export function ChangeForm({
  addresses,
  asked,
  lastResult,
}: {
  addresses: AddressKinds;
  /** Id of the address that the customer wants to change; null for a request without an address. */
  asked: number | null;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useShop();
  const chosen = [...addresses.invoicing, ...addresses.delivery].find(({ id }) => id === asked);
  return (
    <section className="sub" id="change">
      <div className="panel block stack">
        <h2>{t('profile:change.title')}</h2>
        <p className="muted">{t('profile:change.lead')}</p>
        <Request key={chosen?.id} addresses={addresses} address={chosen} lastResult={lastResult} />
      </div>
    </section>
  );
}

const kindOf = (addresses: AddressKinds, { id }: Address): keyof AddressKinds =>
  addresses.invoicing.some((one) => one.id === id) ? 'invoicing' : 'delivery';

const choicesOf = (t: Translate, addresses: AddressKinds): Choice[] =>
  (['invoicing', 'delivery'] as const).flatMap((kind) =>
    addresses[kind].map((one) => ({ value: String(one.id), text: addressName(t, kind, one) })),
  );

function Request({
  addresses,
  address,
  lastResult,
}: {
  addresses: AddressKinds;
  address: Address | undefined;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t, locale } = useShop();
  const kind = address && kindOf(addresses, address);
  const [form, fields] = useForm<z.input<ReturnType<typeof changeForm>>>({
    id: 'change-request',
    lastResult,
    constraint: getZodConstraint(changeForm()),
    defaultValue: Object.fromEntries(addressFields.map((name) => [name, address?.[name] ?? ''])),
  });
  const choices = choicesOf(t, addresses);
  const text = t(address ? 'profile:change.more' : 'profile:change.text');
  // The ERP stores no VAT number for a delivery address, so the field is omitted.
  const asked = addressFields.filter((name) => name !== 'vat' || kind === 'invoicing');
  const labels = asked.map((name) => ({
    field: fields[name],
    label: t(`profile:change.field.${name}`),
  }));
  return (
    <form method="post" action="#change" className="stack" id={form.id}>
      {/* This element must be first: with a hidden field before it, the style `.stack` would add no gap. */}
      <FormKey />
      {address ? <input type="hidden" name="address" value={address.id} /> : null}
      <ErrorSummary
        general={form.errors}
        fields={[...(address ? labels : []), { field: fields.text, label: text }]}
      />
      {address && kind ? (
        <>
          <DescriptionList
            tight
            items={[[t('profile:change.about'), addressName(t, kind, address)]]}
          />
          <p>
            <a href={`${links.profile(locale)}#change`}>{t('profile:change.other')}</a>
          </p>
          {labels.map(({ field, label }) => (
            <TextField key={field.name} field={field} label={label} />
          ))}
        </>
      ) : choices.length > 0 ? (
        <SelectField
          field={fields.address}
          label={t('profile:change.about')}
          choices={choices}
          blank={t('profile:change.other')}
        />
      ) : null}
      <TextAreaField
        field={fields.text}
        label={text}
        hint={t('common:form.atMost', { max: maxRequestLength })}
        rows={4}
      />
      <div className="acts">
        <button className="btn" type="submit" name="do" value="change">
          {t('profile:change.send')}
        </button>
      </div>
    </form>
  );
}
