import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { OfficeHours } from '~/storefront/contact/views/office-hours';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { PageHead } from '~/base/ui/page/page-head';
import type { CountryOffered } from '../countries-offered.server';
import { registrationForm, type RegistrationFields } from '../registration-form';
import type { Fields } from './fields';
import { PersonGroup, ProfessionGroup } from './person-groups';
import { AddressGroup, CompanyGroup, EndGroup } from './place-groups';
import { NextSteps } from './next-steps';

export interface RegistrationView {
  kind: 'registration';
  countries: readonly CountryOffered[];
}

const person = ['firstName', 'lastName', 'email', 'mobile', 'fax'] as const;
const rest = [
  'subscription',
  'depot',
  'apb',
  'company',
  'vat',
  'street',
  'street2',
  'zip',
  'city',
  'country',
  'comment',
] as const;

/** The summary of errors, in the order of the form fields. */
function Faults({ fields, general }: { fields: Fields; general: readonly string[] | undefined }) {
  const { t } = useShop();
  const labelled = (name: (typeof person)[number] | (typeof rest)[number]) => ({
    field: fields[name],
    label: t(`registration:field.${name}`),
  });
  return (
    <ErrorSummary
      general={general}
      fields={[
        { field: fields.title, label: t('registration:salutation.label') },
        ...person.map(labelled),
        { field: fields.functionType, label: t('registration:functionType.label') },
        { field: fields.activities, label: t('registration:activities.label') },
        ...rest.map(labelled),
        { field: fields.consent, label: t('registration:consentLabel') },
      ]}
    />
  );
}

/** The page with the registration form, which asks for everything that the ERP requires of a customer (REG-01). */
export function RegistrationPage({
  view,
  lastResult,
}: {
  view: RegistrationView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t, locale } = useShop();
  const [form, fields] = useForm<RegistrationFields>({
    id: 'registration',
    lastResult,
    constraint: getZodConstraint(registrationForm(t)),
    defaultValue: { country: 'BE' },
  });
  return (
    <>
      <PageHead title={t('registration:title')} lead={t('registration:lead')} />
      <div className="grid g-rail">
        <form method="post" className="stack" id={form.id} noValidate>
          <Faults fields={fields} general={form.errors} />
          <PersonGroup fields={fields} />
          <ProfessionGroup fields={fields} />
          <CompanyGroup fields={fields} />
          <AddressGroup fields={fields} countries={view.countries} />
          <EndGroup fields={fields} />
        </form>
        <aside className="rail stack" aria-label={t('registration:next.title')}>
          <section className="panel stack">
            <h2>{t('registration:next.title')}</h2>
            <NextSteps />
            <p className="hint">{t('registration:next.papers')}</p>
            <p>
              {t('registration:known')}{' '}
              <a href={links.signIn(locale)}>{t('account:signIn.title')}</a>
            </p>
          </section>
          <OfficeHours />
        </aside>
      </div>
    </>
  );
}
