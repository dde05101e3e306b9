/** The registration form of a future customer; messages are in the reader's language. */
import { z } from 'zod';
import type { Translate } from '~/i18n/translate';
import { isPhone } from '~/kernel/phone';
import { isLegible, plainText } from '~/kernel/plain-text';
import { activities, functionTypes, titles } from './registration';
import { readVat } from './vat';

const limits = {
  name: 60,
  email: 254,
  phone: 30,
  line: 100,
  zip: 12,
  number: 30,
  /** More than a number has: it is pasted with blanks and what stands before it. */
  vat: 40,
} as const;
export const maxCommentLength = 1000;
const belgium = 'BE';

function parts(t: Translate) {
  const missing = { error: t('common:form.required') };
  const max = (length: number) =>
    z
      .string()
      .trim()
      .max(length, t('common:form.tooLong', { max: length }));
  return {
    filled: (length: number) =>
      z
        .string(missing)
        .trim()
        .refine(isLegible, missing)
        .max(length, t('common:form.tooLong', { max: length })),
    maybe: (length: number) => max(length).default(''),
    max,
    chosen: <const W extends readonly string[]>(words: W) =>
      z.enum(words, { error: t('registration:fault.choose') }),
  };
}

const isEmail = (text: string): boolean => z.email().safeParse(text).success;
/** `B-4000` and `4 000` are 4000 in Belgium; elsewhere letters and blanks belong to the code. */
export const zipIn = (zip: string, country: string): string =>
  country === belgium ? plainText(zip).replace(/^BE?(?=[\s\-\d])|[\s-]/gi, '') : zip;
/** Belgian postal codes run from 1000 to 9992; others are not for this shop to judge. */
const isZip = (zip: string, country: string): boolean =>
  country !== belgium || /^[1-9]\d{3}$/.test(zipIn(zip, country));
/** Browsers count a line break as one character and send two. */
const breaks = (text: string): string => text.replace(/\r\n?/g, '\n');

/** What is judged after the country; present even when other fields are wrong. */
const Place = z.object({
  country: z.string(),
  zip: z.string(),
  vat: z.string(),
  mobile: z.string(),
  fax: z.string(),
  functionType: z.string(),
  company: z.string(),
  apb: z.string(),
  vatApplied: z.boolean(),
});
type Place = z.infer<typeof Place>;
const vatFault = ({ vat, country }: Pick<Place, 'vat' | 'country'>) => {
  const read = vat === '' ? null : readVat(vat, country);
  return read && !read.ok ? read.fault : null;
};
const isPharmacist = ({ functionType }: Pick<Place, 'functionType'>): boolean =>
  functionType === 'pharmacist';
/** Who trades is a company and has a number, or has asked for one. */
const isTrader = ({ functionType }: Pick<Place, 'functionType'>): boolean =>
  functionType === 'wholesaler' || functionType === 'supplier';

/** `tx` makes the post one request to the ERP, however often it arrives. */
export function registrationForm(t: Translate) {
  const { filled, maybe, max, chosen } = parts(t);
  return z
    .object({
      tx: z.uuid(),
      title: chosen(titles),
      firstName: filled(limits.name),
      lastName: filled(limits.name),
      email: filled(limits.email).refine(isEmail, { error: t('common:form.email') }),
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
      comment: z.string().transform(breaks).pipe(max(maxCommentLength)).default(''),
      consent: z
        .boolean({ error: t('registration:fault.consent') })
        .refine((given) => given, { error: t('registration:fault.consent') }),
      marketing: z.boolean().default(false),
    })
    .refine(
      ({ mobile, country }) => mobile === '' || isPhone(mobile, country),
      about('mobile', t('common:form.phone')),
    )
    .refine(
      ({ fax, country }) => fax === '' || isPhone(fax, country),
      about('fax', t('common:form.phone')),
    )
    .refine((typed) => isZip(typed.zip, typed.country), about('zip', t('registration:fault.zip')))
    .refine((typed) => vatFault(typed) !== 'form', about('vat', t('registration:fault.vat.form')))
    .refine(
      (typed) => vatFault(typed) !== 'digits',
      about('vat', t('registration:fault.vat.digits')),
    )
    .refine(
      (typed) => vatFault(typed) !== 'country',
      about('vat', t('registration:fault.vat.country')),
    )
    .refine(
      (typed) => vatFault(typed) !== 'foreign',
      about('vat', t('registration:fault.vat.foreign')),
    )
    .refine(
      (typed) => !isPharmacist(typed) || isLegible(typed.apb),
      about('apb', t('registration:fault.pharmacist.apb')),
    )
    .refine(
      (typed) => !isPharmacist(typed) || isLegible(typed.company),
      about('company', t('registration:fault.pharmacist.company')),
    )
    .refine(
      (typed) => !isPharmacist(typed) || typed.vat !== '' || typed.vatApplied,
      about('vat', t('registration:fault.pharmacist.vat')),
    )
    .refine(
      (typed) => !isTrader(typed) || isLegible(typed.company),
      about('company', t('registration:fault.trader.company')),
    )
    .refine(
      (typed) => !isTrader(typed) || typed.vat !== '' || typed.vatApplied,
      about('vat', t('registration:fault.trader.vat')),
    );
}

export type RegistrationFields = z.input<ReturnType<typeof registrationForm>>;

/** A rule between fields is reported together with the faults of single ones. */
const about = (field: keyof Place, error: string) => ({
  path: [field],
  error,
  when: ({ value }: { value: unknown }) => Place.safeParse(value).success,
});
