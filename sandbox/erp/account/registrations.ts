/** Registration requests of people who are not customers yet, and leads (contract/erp.md 8.6 and 8.7). */
import { z } from 'zod';
import type { Call } from '../call';
import { missingPart, parseJson } from '../protocol/body';
import { json, type ErpResponse } from '../protocol/exchange';
import { flag, oneOf, read, text } from '../protocol/fields';
import { noteHtml } from '../protocol/note';
import { open, type Route } from '../protocol/router';
import { sendMail } from '../store/mails';
import type { InboxRecord } from '../store/records';

const FUNCTIONS = [
  'function_nurse',
  'function_veterinary',
  'function_student',
  'function_supplier',
  'function_wholesaler',
  'function_pharmacist',
] as const;
const TITLES = ['title_mrs', 'title_miss', 'title_mr', 'title_dr'] as const;
const CLIENTELE = ['livestock', 'equine', 'pet', 'exotic'] as const;

const Registration = z.object({
  function: oneOf(FUNCTIONS),
  title: oneOf(TITLES),
  firstname: text(),
  lastname: text(),
  street: text(),
  zip: text(),
  city: text(),
  country_name: text(),
  clientele: z.array(oneOf(CLIENTELE)),
  opt_out: flag(),
  street2: text().nullish(),
  email: text().nullish(),
  mobile: text().nullish(),
  fax: text().nullish(),
  company_name: text().nullish(),
  vat: text().nullish(),
  comment: text().nullish(),
  vet_subscription_number: text().nullish(),
  vet_depot_number: text().nullish(),
  apb_authorization: text().nullish(),
  vat_being_applied: flag().nullish(),
  terms_accepted: flag().nullish(),
});

export function receive(
  call: Call,
  kind: InboxRecord['kind'],
  data: Record<string, unknown>,
): number {
  const { erp } = call;
  const files = call.files.map(({ name, bytes }) => ({ name, size: bytes.length }));
  const at = new Date(erp.clock.now()).toISOString();
  return erp.store.inbox.put({ id: erp.store.next('inbox'), kind, at, data, files }).id;
}

/** Creates no account: an employee of the distributor handles the request. */
function register(call: Call): ErpResponse {
  const input = read(Registration, call.body, 'body');
  const id = receive(call, 'registration', input);
  sendMail(call.erp, {
    to: input.email ?? 'customers@erp.example',
    kind: 'registration',
    subject: `${input.firstname} ${input.lastname}`,
    data: { registration_id: id },
  });
  return json(202, { id });
}

const Lead = z.object({
  subject: text(),
  email: text().nullish(),
  description: text().nullish(),
});

function leadShape(id: number, lead: z.infer<typeof Lead>, asHtml: boolean) {
  const description = lead.description ?? null;
  return {
    id,
    subject: lead.subject,
    email: lead.email ?? null,
    description: asHtml ? noteHtml(description) : description,
  };
}

function multipartLead(call: Call): ErpResponse {
  const { data } = call.fields;
  if (data === undefined) throw missingPart('data');
  const lead = read(Lead, parseJson(data), 'body');
  return json(201, { size: 1, data: [leadShape(receive(call, 'lead', lead), lead, false)] });
}

/** The only lead format of the published modules: a JSON request, a flat response, the description as HTML. */
function jsonLead(call: Call): ErpResponse {
  const lead = read(Lead, call.body, 'body');
  return json(201, leadShape(receive(call, 'lead', lead), lead, true));
}

export const registrationRoutes: Route[] = [
  open('POST', 'registrations', register, { released: false }),
  open('POST', 'leads', multipartLead, {
    body: 'multipart',
    when: (quirks) => !quirks.has('json-type-only'),
  }),
  open('POST', 'leads', jsonLead, { when: (quirks) => quirks.has('json-type-only') }),
];
