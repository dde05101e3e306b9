import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkoutForm } from '~/ordering/checkout/checkout-form';
import { contactForm } from '~/storefront/contact/contact';
import { changeForm } from '~/account/profile/profile';
import { locales } from '~/base/i18n/locales';
import { translator } from '~/base/i18n/translate';
import { parseForm } from './parse-form.server';
import { postedFields } from './posted.server';

const tx = '0b0b0b0b-0000-4000-8000-000000000001';
const fields = (values: Record<string, string>) => new URLSearchParams(values);

it('P-24 P-36 cleanForm removes bidirectional control characters from posted text, but not from a password', async () => {
  const typed = new URLSearchParams({ name: 'Cabinet\u202e\u2066 1', password: 'a\u202eb' });
  const posted = await postedFields(
    new Request('http://shop.test', { method: 'POST', body: typed }),
  );
  expect([...posted]).toEqual([
    ['name', 'Cabinet 1'],
    ['password', 'a\u202eb'],
  ]);
});

describe.each(locales)('a posted form in %s', (locale) => {
  const t = translator(locale);

  it('I18N-03 parseForm has a message in the customer’s language for faults without a message in the schema', () => {
    const schema = z.object({
      blank: z
        .string()
        .transform((text) => text.trim())
        .pipe(z.string().min(1)),
      long: z.string().max(3),
      odd: z.uuid(),
      missing: z.string(),
    });
    const { error } = parseForm(fields({ blank: '  ', long: 'abcd', odd: 'x' }), {
      schema,
      t,
    }).reply();
    expect(error).toEqual({
      blank: [t('common:form.required')],
      long: [t('common:form.tooLong', { length: 4, max: 3 })],
      odd: [t('common:form.invalid')],
      missing: [t('common:form.required')],
    });
  });

  it('CMS-05 parseForm treats a letter of spaces as missing', () => {
    const letter = { tx, subject: 'x', name: 'x', email: 'a@b.example', description: ' \r\n ' };
    const { error } = parseForm(fields(letter), { schema: contactForm(t), t }).reply();
    expect(error).toEqual({ description: [t('common:form.required')] });
  });

  it('PROF-01 parseForm accepts an optional text of spaces and limits its length', () => {
    const change = (text: string) => parseForm(fields({ tx, text }), { schema: changeForm(), t });
    expect(change('  ').status).toBe('success');
    expect(change('x'.repeat(2001)).reply().error).toEqual({
      text: [t('common:form.tooLong', { length: 2001, max: 2000 })],
    });
    const checkout = (note: string) =>
      parseForm(fields({ cart: tx, tx, note }), { schema: checkoutForm(), t });
    expect(checkout(' \n ')).toMatchObject({ status: 'success', value: { note: '' } });
    // Browsers send a line break as two characters, which must count as one.
    expect(checkout(`${'x'.repeat(498)}\r\ny`).status).toBe('success');
    expect(checkout('x'.repeat(738)).reply().error).toEqual({
      note: [t('common:form.tooLong', { length: 738, max: 500 })],
    });
  });
});
