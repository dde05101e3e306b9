/**
 * Account requests of future customers (contract/erp.md 8.6). The ERP stores a request for a person to handle and
 * creates no account. An ERP with only the published Shopinvader modules lacks the call (404 `Not Found`, nothing
 * stored). The shop then sends the same request as an enquiry, one form field per line.
 */
import { z } from 'zod';
import { sendLead } from '~/base/erp/leads.server';
import { isMissing, isNotInstalled, noteMissing } from '~/base/erp/capabilities.server';
import type { PageRequest } from '~/base/page/page';
import type { Translate } from '~/base/i18n/translate';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Registration } from './registration';

export interface RegistrationRefusal {
  kind: 'not-accepted';
  /** Names of the form fields that the ERP rejected. */
  fields: readonly string[];
}

type Page = Pick<PageRequest, 'context' | 't'>;

const registrationCall = 'POST registrations';

/** Field name in the ERP call → name of the form field. */
const wireNames = {
  title: 'title',
  function: 'functionType',
  firstname: 'firstName',
  lastname: 'lastName',
  email: 'email',
  mobile: 'mobile',
  fax: 'fax',
  company_name: 'company',
  vat: 'vat',
  vat_being_applied: 'vatApplied',
  vet_subscription_number: 'subscription',
  vet_depot_number: 'depot',
  apb_authorization: 'apb',
  clientele: 'activities',
  street: 'street',
  street2: 'street2',
  zip: 'zip',
  city: 'city',
  country_name: 'country',
  comment: 'comment',
} as const satisfies Record<string, keyof Registration>;
const isWireName = (name: unknown): name is keyof typeof wireNames =>
  typeof name === 'string' && name in wireNames;

/** The body of the ERP call, without empty fields. Consent is always true, because the form requires it. */
const wireOf = (asked: Registration) => ({
  ...Object.fromEntries(
    Object.entries(wireNames)
      .map(([wire, field]) => [wire, asked[field]] as const)
      .filter(([, value]) => value !== ''),
  ),
  title: `title_${asked.title}`,
  function: `function_${asked.functionType}`,
  opt_out: !asked.marketing,
  terms_accepted: true,
});

/** The request as readable text for an enquiry, without empty fields. */
function linesOf(asked: Registration, t: Translate): string {
  const yesNo = (yes: boolean): string =>
    t(yes ? 'registration:toOffice.yes' : 'registration:toOffice.no');
  const named = ['company', 'vat', 'subscription', 'depot', 'apb'] as const;
  const lines: [label: string, value: string][] = [
    [t('registration:salutation.label'), t(`registration:salutation.${asked.title}`)],
    [t('registration:field.firstName'), asked.firstName],
    [t('registration:field.lastName'), asked.lastName],
    [t('registration:functionType.label'), t(`registration:functionType.${asked.functionType}`)],
    [
      t('registration:activities.label'),
      asked.activities.map((activity) => t(`registration:activities.${activity}`)).join(', '),
    ],
    [t('registration:field.email'), asked.email],
    [t('registration:field.mobile'), asked.mobile],
    [t('registration:field.fax'), asked.fax],
    ...named.map((name): [string, string] => [t(`registration:field.${name}`), asked[name]]),
    [t('registration:field.vatApplied'), asked.vatApplied ? yesNo(true) : ''],
    [t('registration:group.address'), `${asked.street} ${asked.street2}`.trim()],
    [t('registration:field.city'), `${asked.zip} ${asked.city}, ${asked.country}`],
    [t('registration:consentLabel'), yesNo(true)],
    [t('registration:marketing'), yesNo(asked.marketing)],
    [t('registration:field.comment'), asked.comment],
  ];
  return lines
    .filter(([, value]) => value !== '')
    .map(([label, value]) => t('common:form.error', { label, text: value }))
    .join('\n');
}

async function asEnquiry(page: Page, asked: Registration) {
  const { t } = page;
  const name = `${asked.firstName} ${asked.lastName}`;
  const sent = await sendLead(page, {
    subject: t('registration:toOffice.subject', { name }),
    email: asked.email,
    description: linesOf(asked, t),
  });
  return sent.ok ? done('sent') : refused({ kind: 'not-accepted' as const, fields: [] });
}

/** Sends the request to the ERP. It is not retried if the ERP's response is lost. */
export async function askForAccount(
  page: Page,
  asked: Registration,
): Promise<Outcome<string, RegistrationRefusal>> {
  const { context } = page;
  if (await isMissing(context, registrationCall)) return asEnquiry(page, asked);
  const answer = await context.erp.call(
    { method: 'POST', path: 'registrations', body: wireOf(asked), anonymous: true },
    z.unknown(),
  );
  if (answer.kind !== 'refused') return done('sent');
  if (isNotInstalled(answer)) {
    await noteMissing(context, registrationCall);
    return asEnquiry(page, asked);
  }
  const fields = answer.errors.flatMap(({ loc }) => {
    const name = loc.at(1);
    return isWireName(name) ? [wireNames[name]] : [];
  });
  return refused({ kind: 'not-accepted', fields: [...new Set(fields)] });
}
