/** Handles the forms of the profile page: newsletter, change request, e-mail for a new password. */
import { parseForm } from '~/base/page/forms/parse-form.server';
import { conformAnswer } from '~/base/ui/form/answers';
import { idempotencyKeyOf } from '~/base/page/forms/idempotent.server';
import { about, submitForm } from '~/base/page/forms/submit.server';
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { requestPasswordReset } from '~/account/dashboard/credentials.server';
import type { Address } from '~/ordering/cart/cart';
import { listAddresses } from '~/ordering/addresses/addresses.server';
import { noteAskedChange } from '~/ordering/addresses/asked-changes.server';
import { sendLead, type LeadRefusal } from '~/base/erp/leads.server';
import { addressText } from '~/ordering/addresses/address-lines';
import { valueOf } from '~/base/page/optional';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import type { NoticeMessage } from '~/base/page/notice';
import { customerPage, type CustomerRequest } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';
import {
  addressChanges,
  addressFields,
  changeFaults,
  changeForm,
  type AddressChange,
} from './profile';
import { setNewsletter } from './profile.server';

async function newsletter(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const subscribed = form.get('newsletter') === 'on';
  const outcome = await setNewsletter(page, subscribed);
  return redirectWithNotice(page, links.profile(locale), [
    outcome.ok
      ? { tone: 'ok', text: t(subscribed ? 'profile:newsletter.on' : 'profile:newsletter.off') }
      : { tone: 'warn', text: t('profile:newsletter.notPossible') },
  ]);
}

async function password(page: CustomerRequest) {
  const { t, locale, context, customer } = page;
  if (context.site.authMode !== 'credentials') throw badRequest();
  await requestPasswordReset(page, customer.login);
  return redirectWithNotice(page, links.profile(locale), [
    { tone: 'ok', text: t('account:forgotten.sent') },
  ]);
}

interface OwnAddress {
  kind: 'invoicing' | 'delivery';
  address: Address;
}

/** The customer's own address with this id; the id in the form is not trusted. */
async function ownAddress(
  page: CustomerRequest,
  id: number | undefined,
): Promise<OwnAddress | null> {
  if (id === undefined) return null;
  const kinds = ['invoicing', 'delivery'] as const;
  const lists = await Promise.all(kinds.map((kind) => listAddresses(page, kind)));
  const all = lists.flatMap((list, position) =>
    (valueOf(list) ?? []).map((address) => ({ kind: kinds[position] ?? 'delivery', address })),
  );
  return all.find(({ address }) => address.id === id) ?? null;
}

interface Wanted {
  own: OwnAddress | null;
  changes: readonly AddressChange[];
  text: string;
}

function request(page: CustomerRequest, { own, changes, text }: Wanted) {
  const { t, customer } = page;
  const ref = customer.ref ?? customer.login;
  const lines = [
    t('profile:change.customer', { name: customer.name, ref }),
    ...(own ? [aboutAddress(page, own)] : []),
    ...changes.map(
      ({ field, before, after }) =>
        `${t(`profile:change.field.${field}`)}: ${before || '–'} → ${after || '–'}`,
    ),
    ...(text === '' ? [] : [text]),
  ];
  return {
    subject: t('profile:change.subject', { ref }),
    email: customer.email,
    description: lines.join('\n'),
  };
}

const aboutAddress = ({ t }: CustomerRequest, { kind, address }: OwnAddress): string =>
  `${t(`profile:addresses.${kind}`)}: ${[address.name, ...addressText(address)].filter(Boolean).join(', ')}`;

/** The link back to the checkout, for a customer who came from there. */
const wayBack = ({ t, locale, url }: CustomerRequest): Pick<NoticeMessage, 'link'> =>
  url.searchParams.get('from') === 'order'
    ? { link: { href: links.checkout(locale), text: t('profile:change.toOrder') } }
    : {};

async function change(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const submission = parseForm(form, { schema: changeForm(), t });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  const { tx, address: id, text = '', ...typed } = submission.value;
  const own = await ownAddress(page, id);
  // Considers only posted fields: an emptied field is posted without a value, but a field that the form did not have is
  // not posted.
  const shown = addressFields.filter((name) => form.has(name));
  const changes = addressChanges(
    own?.address ?? null,
    Object.fromEntries(shown.map((name) => [name, typed[name] ?? ''])),
  );
  if (changes.length === 0 && text === '') {
    const nothing = t(id === undefined ? 'common:form.required' : 'profile:change.nothing');
    return data(submission.reply({ fieldErrors: { text: [nothing] } }), { status: 422 });
  }
  const fieldErrors = changeFaults(changes, own?.address.country?.code ?? null, t);
  if (Object.keys(fieldErrors).length > 0)
    return data(submission.reply({ fieldErrors }), { status: 422 });
  return submitForm(page, {
    key: idempotencyKeyOf(tx, form),
    act: async () => {
      const sent = await sendLead(page, request(page, { own, changes, text }));
      if (sent.ok && own) await noteAskedChange(page, own.address);
      return sent;
    },
    done: () =>
      redirectWithNotice(page, links.profile(locale), [
        { tone: 'ok', text: t('profile:change.sent'), ...wayBack(page) },
      ]),
    refused: (_: LeadRefusal) => about(422, t('profile:change.refused')),
    inDoubt: t('common:form.maybeSent'),
    answer: conformAnswer(submission),
  });
}

function answerTo(page: CustomerRequest, form: URLSearchParams) {
  switch (form.get('do')) {
    case 'newsletter':
      return newsletter(page, form);
    case 'password':
      return password(page);
    case 'change':
      return change(page, form);
    default:
      throw badRequest();
  }
}

export const profileAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const answer = await answerTo(page, await postedFields(page.request));
    // Throws a response, so that the returned value is always the form's own result.
    if (answer instanceof Response) throw answer;
    return answer;
  });
