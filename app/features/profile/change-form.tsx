import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Address } from '~/features/cart/cart';
import { addressText } from '~/features/addresses/address-lines';
import type { Translate } from '~/i18n/translate';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { FormKey } from '~/ui/form/form-key';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextAreaField, TextField } from '~/ui/form/field';
import { addressFields, changeForm, maxRequestLength } from './profile';

/** The customer's addresses by kind; one that serves as both stands under both. */
interface AddressKinds {
  invoicing: readonly Address[];
  delivery: readonly Address[];
}

/** `Cabinet, Rue Neuve 3, 4000 Liège (livraison)`: several addresses often have one name, or none. */
export const addressName = (t: Translate, kind: keyof AddressKinds, address: Address): string =>
  `${[address.name, ...addressText(address)].filter(Boolean).join(', ')} (${t(`profile:addresses.kind.${kind}`)})`;

/** Asks the ERP for a change; customers do not edit their data themselves (PROF-01). */
export function ChangeForm({
  addresses,
  asked,
  lastResult,
}: {
  addresses: AddressKinds;
  /** Address whose change is being asked for. */
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
        <AddressChoice addresses={addresses} chosen={chosen?.id ?? null} />
        <Request
          key={chosen?.id}
          address={chosen ?? null}
          isInvoicing={addresses.invoicing.some(({ id }) => id === asked)}
          lastResult={lastResult}
        />
      </div>
    </section>
  );
}

/** Which address it is about: its fields come with the answer, as the form works without script. */
function AddressChoice({ addresses, chosen }: { addresses: AddressKinds; chosen: number | null }) {
  const { t, locale } = useShop();
  const kinds = (['invoicing', 'delivery'] as const).filter((kind) => addresses[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <form method="get" action={`${links.profile(locale)}#change`} className="inline">
      <div className="field">
        <label htmlFor="change-address">{t('profile:change.about')}</label>
        <select id="change-address" name="change" defaultValue={String(chosen ?? '')}>
          <option value="">{t('profile:change.other')}</option>
          {kinds.map((kind) => (
            <optgroup key={kind} label={t(`profile:addresses.${kind}`)}>
              {addresses[kind].map((address) => (
                <option key={address.id} value={address.id}>
                  {addressName(t, kind, address)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <button className="btn quiet" type="submit">
        {t('profile:change.choose')}
      </button>
    </form>
  );
}

function Request({
  address,
  isInvoicing,
  lastResult,
}: {
  address: Address | null;
  isInvoicing: boolean;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useShop();
  const [form, fields] = useForm<z.input<ReturnType<typeof changeForm>>>({
    id: 'change-request',
    lastResult,
    constraint: getZodConstraint(changeForm(t)),
    defaultValue: Object.fromEntries(addressFields.map((name) => [name, address?.[name] ?? ''])),
  });
  const text = t(address ? 'profile:change.more' : 'profile:change.text');
  // Of a delivery address the ERP knows no VAT number.
  const asked = addressFields.filter((name) => name !== 'vat' || isInvoicing);
  const labels = asked.map((name) => ({
    field: fields[name],
    label: t(`profile:change.field.${name}`),
  }));
  return (
    <form method="post" action="#change" className="stack" id={form.id}>
      <ErrorSummary
        general={form.errors}
        fields={[...(address ? labels : []), { field: fields.text, label: text }]}
      />
      <FormKey />
      {address ? (
        <>
          <input type="hidden" name="address" value={address.id} />
          {labels.map(({ field, label }) => (
            <TextField key={field.name} field={field} label={label} maxLength={200} />
          ))}
        </>
      ) : null}
      <TextAreaField field={fields.text} label={text} rows={4} maxLength={maxRequestLength} />
      <div className="acts">
        <button className="btn" type="submit" name="do" value="change">
          {t('profile:change.send')}
        </button>
      </div>
    </form>
  );
}
