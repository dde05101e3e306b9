/**
 * Action of the registration form: validates the request and sends it to the ERP once, however often the form is posted
 * (P-58), and never without consent.
 */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { conformAnswer } from '~/base/ui/form/answers';
import { idempotencyKeyOf } from '~/base/page/forms/idempotent.server';
import { withReceipt } from '~/base/page/forms/receipt.server';
import { about, submitForm } from '~/base/page/forms/submit.server';
import { data, redirect } from '~/base/framework/server';
import type { PageRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { zipIn } from '~/base/kernel/postal-code';
import { readVat } from '~/base/kernel/vat';
import { countriesOffered } from './countries-offered.server';
import type { Registration } from './registration';
import { registrationForm } from './registration-form';
import { askForAccount, type RegistrationRefusal } from './registration.server';

/** The country's name for the ERP. The code itself if the list of countries lacks it. */
async function countryName(page: PageRequest, code: string): Promise<string> {
  const offered = await countriesOffered(page);
  return offered.find((country) => country.code === code)?.name ?? code;
}

export async function sendRegistration(page: PageRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseForm(form, { schema: registrationForm(t), t });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { tx, ...typed } = submission.value;
  const read = readVat(typed.vat, typed.country);
  const asked: Registration = {
    ...typed,
    vat: read.ok ? read.vat : '',
    zip: zipIn(typed.zip, typed.country),
    country: await countryName(page, typed.country),
  };
  return submitForm(page, {
    key: idempotencyKeyOf(tx, form),
    act: () => askForAccount(page, asked),
    done: () => redirect(withReceipt(page, 'registration', links.registered(locale)), 303),
    refused: ({ fields }: RegistrationRefusal) => ({
      ...about(422, t('registration:fault.refused')),
      fields: Object.fromEntries(fields.map((field) => [field, t('registration:fault.office')])),
    }),
    answer: conformAnswer(submission),
    inDoubt: t('common:form.maybeSent'),
  });
}
