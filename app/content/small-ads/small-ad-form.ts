/** Schema of the form for an ad: every field is required except the document. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { typedDay, type Day } from '~/base/kernel/day';
import { emailLine } from '~/base/kernel/email';
import { isPhone } from '~/base/kernel/phone';
import { lines } from '~/base/kernel/text';
import { wordsFor } from '~/base/page/forms/parse-form.server';
import {
  adCategories,
  adFields,
  lengthOf,
  maxTextLength,
  regions,
  type AdContent,
} from './small-ad';

const maxLengths = { title: 80, contact: 80, phone: 30, email: 120 } as const;

/**
 * Schema of a day. It accepts `1/2/2026` and similar notations, and converts them to the format of the ERP contract.
 */
const day = (t: Translate) =>
  z
    .string()
    .trim()
    .min(1, t('common:form.required'))
    .transform((typed, fault) => {
      const read = typedDay(typed);
      if (read) return read;
      fault.addIssue({ code: 'custom', message: t('small-ads:fault.date') });
      return z.NEVER;
    });

function adForm(t: Translate) {
  const needed = t('common:form.required');
  const line = (max: number) => z.string().trim().min(1, needed).max(max);
  return z.object({
    title: line(maxLengths.title),
    category: z.enum(adCategories, { error: t('small-ads:fault.choose') }),
    region: z.enum(regions, { error: t('small-ads:fault.choose') }),
    text: lines().superRefine((text, fault) => {
      const count = lengthOf(text);
      if (count === 0) fault.addIssue({ code: 'custom', message: needed });
      const over = count - maxTextLength;
      if (over > 0)
        fault.addIssue({
          code: 'custom',
          message: t('small-ads:fault.text', { length: count, count: over }),
        });
    }),
    start: day(t),
    end: day(t),
    contact: line(maxLengths.contact),
    phone: line(maxLengths.phone).refine(
      (phone) => isPhone(phone, null),
      t('small-ads:fault.phone'),
    ),
    email: emailLine(line(maxLengths.email), t('common:form.email')),
  });
}

type ReadAd =
  { ok: true; content: AdContent } | { ok: false; faults: Readonly<Record<string, string>> };

/**
 * Parses the form into an ad, or returns the fault of each field. `begun` is the stored first day of the ad, which is
 * valid even if it has passed.
 */
export function readAd(
  t: Translate,
  form: URLSearchParams,
  today: Day,
  begun: Day | null = null,
): ReadAd {
  const typed = Object.fromEntries(adFields.map((name) => [name, form.get(name) ?? '']));
  const read = adForm(t).safeParse(typed, { error: wordsFor(t) });
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) faults[String(path[0])] ??= message;
  // Checks the dates even if other fields are invalid, so that all faults are reported together.
  const [start, end] = [typedDay(typed['start'] ?? ''), typedDay(typed['end'] ?? '')];
  if (start && end && end < start) faults['end'] = t('small-ads:fault.endBeforeStart');
  else if (end && end < today) faults['end'] = t('small-ads:fault.past');
  if (start && start < today && start !== begun) faults['start'] = t('small-ads:fault.startPast');
  return read.success && Object.keys(faults).length === 0
    ? { ok: true, content: read.data }
    : { ok: false, faults };
}
