/** The registration form: checked, sent once however often it arrives (P-58), never without consent. */
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { claimOf, once } from '~/http/forms/once.server';
import type { PageRequest } from '~/http/page';
import { links } from '~/i18n/links';
import { countriesOffered } from './countries-offered.server';
import type { Registration } from './registration';
import { registrationForm } from './registration-form';
import { readVat } from './vat';
import { askForAccount, type RegistrationRefusal } from './registration.server';

/** A country that no list has is still somebody's: its code goes to the office as it is. */
async function countryName(page: PageRequest, code: string): Promise<string> {
  const offered = await countriesOffered(page);
  return offered.find((country) => country.code === code)?.name ?? code;
}

export async function sendRegistration(page: PageRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseWithZod(form, { schema: registrationForm(t) });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { tx, ...typed } = submission.value;
  const read = readVat(typed.vat, typed.country);
  const asked: Registration = {
    ...typed,
    vat: read.ok ? read.vat : '',
    country: await countryName(page, typed.country),
  };
  const outcome = await once<RegistrationRefusal>(page, claimOf(tx, form), () =>
    askForAccount(page, asked),
  );
  const again = (status: number, problem: string) =>
    data(submission.reply({ formErrors: [problem] }), { status });
  switch (outcome.kind) {
    case 'done':
      throw redirect(links.registered(locale), 303);
    case 'refused': {
      const fieldErrors = Object.fromEntries(
        outcome.refusal.fields.map((field) => [field, [t('registration:fault.office')]]),
      );
      return data(
        submission.reply({ formErrors: [t('registration:fault.refused')], fieldErrors }),
        {
          status: 422,
        },
      );
    }
    case 'unavailable':
      return again(503, t('common:form.unavailable'));
    case 'in-doubt':
      return again(409, t('common:form.maybeSent'));
  }
}
