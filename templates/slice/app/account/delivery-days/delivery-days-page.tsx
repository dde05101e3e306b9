import { useForm, type SubmissionResult } from '@conform-to/react';
import { useShop } from '~/base/page/shop';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TickField } from '~/base/ui/form/field';
import { FormKey } from '~/base/ui/form/form-key';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { weekdays, type DeliveryDaysFields, type Weekday } from './delivery-days';

export function DeliveryDaysPage({
  days,
  lastResult,
}: {
  /** Null where this ERP has no delivery days. */
  days: readonly Weekday[] | null;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useShop();
  const [form, fields] = useForm<DeliveryDaysFields>({
    id: 'delivery-days',
    lastResult,
    defaultValue: Object.fromEntries((days ?? []).map((day) => [day, true])),
  });
  const ticks = weekdays.map((day) => ({
    field: fields[day],
    label: t(`delivery-days:day.${day}`),
  }));
  return (
    <>
      <PageHead title={t('delivery-days:title')} />
      {days === null ? (
        <Empty icon="truck" title={t('delivery-days:none')} />
      ) : (
        <form method="post" className="panel block stack narrow" id={form.id} noValidate>
          <FormKey />
          <ErrorSummary general={form.errors} fields={ticks} />
          {ticks.map(({ field, label }) => (
            <TickField key={field.id} field={field} label={label} />
          ))}
          <div className="acts">
            <button className="btn" type="submit">
              {t('delivery-days:save')}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
