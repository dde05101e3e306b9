/** The delivery days of a customer in the ERP, and the action of their form. */
import { z } from 'zod';
import { listIfInstalled, writeRecord } from '~/base/erp/calls.server';
import { data } from '~/base/framework/server';
import { links } from '~/base/i18n/links';
import { done, type Outcome } from '~/base/kernel/outcome';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { parseForm } from '~/base/page/forms/parse-form.server';
import { postedFields } from '~/base/page/forms/posted.server';
import { about, keyOf, submitForm } from '~/base/page/forms/submit.server';
import type { CustomerRequest } from '~/base/page/page';
import { conformAnswer } from '~/base/ui/form/answers';
import { daysOfForm, deliveryDaysForm, weekdays, type Weekday } from './delivery-days';

const path = 'delivery_days';
const DaysWire = z.object({ days: z.array(z.enum(weekdays)) });

/** Null where this ERP has no delivery days. Throws UpstreamFailure when the ERP is unavailable. */
export async function findDeliveryDays({
  context,
}: CustomerRequest): Promise<readonly Weekday[] | null> {
  const found = await listIfInstalled(context, { path }, DaysWire, { days: [] });
  return found?.days ?? null;
}

interface NotAccepted {
  kind: 'not-accepted';
}

async function saveDays(
  { context }: CustomerRequest,
  days: readonly Weekday[],
): Promise<Outcome<string, NotAccepted>> {
  const call = { method: 'PUT', path, body: { days } } as const;
  const saved = await writeRecord(context, call, z.unknown(), (): NotAccepted => ({
    kind: 'not-accepted',
  }));
  return saved.ok ? done(days.join()) : saved;
}

export async function saveDeliveryDays(page: CustomerRequest) {
  const { t, locale } = page;
  const form = await postedFields(page.request);
  const submission = parseForm(form, { schema: deliveryDaysForm(t), t });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  return submitForm(page, {
    key: keyOf(form),
    act: () => saveDays(page, daysOfForm(submission.value)),
    done: () =>
      redirectWithNotice(page, links.deliveryDays(locale), [
        { tone: 'ok', text: t('delivery-days:saved') },
      ]),
    refused: () => about(422, t('delivery-days:fault.notAccepted')),
    answer: conformAnswer(submission),
  });
}
