/** The registration form of a future customer; its error messages are in the customer's language. */
import { z } from 'zod';
import type { Translate } from '~/base/i18n/translate';
import { emailLine } from '~/base/kernel/email';
import { isPhone } from '~/base/kernel/phone';
import { isLegible } from '~/base/kernel/plain-text';
import { isZip } from '~/base/kernel/postal-code';
import { lines } from '~/base/kernel/text';
import { readVat } from '~/base/kernel/vat';
import { activities, functionTypes, titles } from './registration';

const limits = {
  name: 60,
  email: 254,
  phone: 30,
  line: 100,
  zip: 12,
  number: 30,
  /** Longer than any VAT number, because people paste the number with spaces and a label. */
  vat: 40,
} as const;
export const maxCommentLength = 1000;

function parts(t: Translate) {
  const missing = { error: t('common:form.required') };
  return {
    filled: (length: number) => z.string().trim().refine(isLegible, missing).max(length),
    maybe: (length: number) => z.string().trim().max(length).default(''),
    chosen: <const W extends readonly string[]>(words: W) =>
      z.enum(words, { error: t('registration:fault.choose') }),
  };
}

/** Form field that a cross-field rule checks. Empty if the field itself is invalid, because one error is enough. */
const text = z.string().catch('');
const Judged = z.object({
  country: text,
  zip: text,
  vat: text,
  mobile: text,
  fax: text,
  functionType: text,
  company: text,
  apb: text,
  vatApplied: z.boolean().catch(false),
});
type Judged = z.infer<typeof Judged>;

const isCallable = (typed: string, { country }: Judged): boolean =>
  typed === '' || isPhone(typed, country === '' ? null : country);
const vatFault = ({ vat, country }: Judged) => {
  const read = vat === '' || country === '' ? null : readVat(vat, country);
  return read && !read.ok ? read.fault : null;
};
const isPharmacist = ({ functionType }: Judged): boolean => functionType === 'pharmacist';
/** True for a company, which must have a VAT number or have applied for one. */
const isTrader = ({ functionType }: Judged): boolean =>
  functionType === 'wholesaler' || functionType === 'supplier';

/** A cross-field rule. Its error is reported together with the errors of single fields. */
function rule(field: keyof Judged, error: string, holds: (typed: Judged) => boolean) {
  const path: PropertyKey[] = [field];
  const when = ({ value }: { value: unknown }) => Judged.safeParse(value).success;
  return [(typed: unknown) => holds(Judged.parse(typed)), { path, error, when }] as const;
}

/** Schema of the registration form. Repeated posts with the same `tx` send one request to the ERP. */
export function registrationForm(t: Translate) {
  const { filled, maybe, chosen } = parts(t);
  const vatRule = (fault: ReturnType<typeof vatFault> & string) =>
    rule('vat', t(`registration:fault.vat.${fault}`), (typed) => vatFault(typed) !== fault);
  type Who = 'pharmacist' | 'trader';
  const companyRule = (who: Who, isOne: (typed: Judged) => boolean) =>
    rule(
      'company',
      t(`registration:fault.${who}.company`),
      (typed) => !isOne(typed) || isLegible(typed.company),
    );
  const numberRule = (who: Who, isOne: (typed: Judged) => boolean) =>
    rule(
      'vat',
      t(`registration:fault.${who}.vat`),
      (typed) => !isOne(typed) || typed.vat !== '' || typed.vatApplied,
    );
  return z
    .object({
      tx: z.uuid(),
      title: chosen(titles),
      firstName: filled(limits.name),
      lastName: filled(limits.name),
      email: emailLine(filled(limits.email), t('common:form.email')),
      mobile: maybe(limits.phone),
      fax: maybe(limits.phone),
      functionType: chosen(functionTypes),
      activities: z.array(z.enum(activities)).default([]),
      company: maybe(limits.line),
      vat: maybe(limits.vat),
      vatApplied: z.boolean().default(false),
      subscription: maybe(limits.number),
      depot: maybe(limits.number),
      apb: maybe(limits.number),
      street: filled(limits.line),
      street2: maybe(limits.line),
      zip: filled(limits.zip),
      city: filled(limits.name),
      country: z.string({ error: t('registration:fault.choose') }).regex(/^[A-Z]{2}$/, {
        error: t('registration:fault.choose'),
      }),
      comment: lines().max(maxCommentLength).default(''),
      consent: z
        .boolean({ error: t('registration:fault.consent') })
        .refine((given) => given, { error: t('registration:fault.consent') }),
      marketing: z.boolean().default(false),
    })
    .refine(...rule('mobile', t('common:form.phone'), (typed) => isCallable(typed.mobile, typed)))
    .refine(...rule('fax', t('common:form.phone'), (typed) => isCallable(typed.fax, typed)))
    .refine(
      ...rule(
        'zip',
        t('registration:fault.zip'),
        ({ zip, country }) => zip === '' || isZip(zip, country),
      ),
    )
    .refine(...vatRule('form'))
    .refine(...vatRule('digits'))
    .refine(...vatRule('country'))
    .refine(...vatRule('foreign'))
    .refine(
      ...rule(
        'vat',
        t('registration:fault.vat.both'),
        ({ vat, vatApplied }) => vat === '' || !vatApplied,
      ),
    )
    .refine(
      ...rule(
        'apb',
        t('registration:fault.pharmacist.apb'),
        (typed) => !isPharmacist(typed) || isLegible(typed.apb),
      ),
    )
    .refine(...companyRule('pharmacist', isPharmacist))
    .refine(...numberRule('pharmacist', isPharmacist))
    .refine(...companyRule('trader', isTrader))
    .refine(...numberRule('trader', isTrader));
}

export type RegistrationFields = z.input<ReturnType<typeof registrationForm>>;
