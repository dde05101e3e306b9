import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { z } from 'zod';
import type { Address } from '~/features/cart/cart';
import { addressText } from '~/features/addresses/address-lines';
import { useShop } from '~/page/shop';
import { ErrorSummary } from '~/ui/form/error-summary';
import { Field, TextAreaField } from '~/ui/form/field';
import { changeForm, maxRequestLength } from './profile';

/** Asks the office for a change; customers do not edit their data themselves (PROF-01). */
export function ChangeForm({
  addresses,
  asked,
  token,
  lastResult,
}: {
  addresses: readonly Address[];
  asked: number | null;
  token: string;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useShop();
  const [form, fields] = useForm<z.input<ReturnType<typeof changeForm>>>({
    id: 'change',
    lastResult,
    constraint: getZodConstraint(changeForm(t)),
  });
  const label = t('profile:change.text');
  const kept: unknown = fields.address.initialValue;
  const chosen = typeof kept === 'string' ? kept : String(asked ?? '');
  return (
    <section className="sub">
      <form method="post" action="#change" className="panel block stack" id={form.id}>
        <h2>{t('profile:change.title')}</h2>
        <p className="muted">{t('profile:change.lead')}</p>
        <ErrorSummary general={form.errors} fields={[{ field: fields.text, label }]} />
        <input type="hidden" name="tx" value={token} />
        {addresses.length > 0 ? (
          <Field field={fields.address} label={t('profile:change.about')}>
            <select id={fields.address.id} name="address" defaultValue={chosen}>
              <option value="">{t('profile:change.other')}</option>
              {addresses.map((address) => (
                <option key={address.id} value={address.id}>
                  {[address.name, ...addressText(address)].filter(Boolean).join(', ')}
                </option>
              ))}
            </select>
          </Field>
        ) : null}
        <TextAreaField field={fields.text} label={label} rows={4} maxLength={maxRequestLength} />
        <div className="acts">
          <button className="btn" type="submit" name="do" value="change">
            {t('profile:change.send')}
          </button>
        </div>
      </form>
    </section>
  );
}
