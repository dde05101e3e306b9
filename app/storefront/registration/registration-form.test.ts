import { parseForm } from '~/base/page/forms/parse-form.server';
import { describe, expect, it } from 'vitest';
import { translator } from '~/base/i18n/translate';
import { zipIn } from '~/base/kernel/postal-code';
import { registrationForm } from './registration-form';

const whole: Record<string, string> = {
  tx: '0b0b0b0b-0000-4000-8000-000000000001',
  title: 'dr',
  firstName: 'Anne',
  lastName: 'Lenoir',
  email: 'anne@clinique.example',
  functionType: 'veterinary',
  vat: '0477.472.701',
  street: 'Rue Neuve 3',
  zip: '4000',
  city: 'Liège',
  country: 'BE',
  consent: 'on',
};
function parse(change: Record<string, string | readonly string[]> = {}) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...whole, ...change }))
    for (const one of [value].flat()) form.append(name, one);
  const t = translator('fr');
  return parseForm(form, { schema: registrationForm(t), t });
}
const faults = (change: Record<string, string | readonly string[]>) => {
  const submission = parse(change);
  return submission.status === 'success' ? null : submission.error;
};

describe('the registration form', () => {
  it('REG-01 the form accepts filled form fields and keeps the others as empty texts', () => {
    const submission = parse({ activities: 'pet' });
    expect(submission.status).toBe('success');
    if (submission.status !== 'success') return;
    expect(submission.value).toMatchObject({
      activities: ['pet'],
      consent: true,
      marketing: false,
      vatApplied: false,
      mobile: '',
      comment: '',
    });
    const both = parse({
      activities: ['pet', 'equine'],
      marketing: 'on',
      vat: '',
      vatApplied: 'on',
    });
    expect(both.status === 'success' ? both.value : null).toMatchObject({
      activities: ['pet', 'equine'],
      marketing: true,
      vatApplied: true,
    });
  });

  it('REG-01 the form requires consent and every field marked as required', () => {
    for (const name of ['title', 'firstName', 'lastName', 'email', 'functionType', 'street', 'zip'])
      expect(Object.keys(faults({ [name]: ' ' }) ?? {}), name).toContain(name);
    expect(Object.keys(faults({ consent: '' }) ?? {})).toEqual(['consent']);
    expect(faults({ title: 'lord' })).toHaveProperty('title');
    expect(faults({ activities: 'dragons' })).not.toBeNull();
  });

  it.each(['wholesaler', 'supplier'])(
    'REG-01 a %s must give a company and a VAT number',
    (functionType) => {
      const bare = { functionType, company: '', vat: '' };
      expect(Object.keys(faults(bare) ?? {}).sort()).toEqual(['company', 'vat']);
      expect(faults({ ...bare, company: 'Vet Trade', vatApplied: 'on' })).toBeNull();
      expect(faults({ ...bare, company: 'Vet Trade', vat: '0477.472.701' })).toBeNull();
      expect(faults({ functionType: 'student', vat: '' })).toBeNull();
    },
  );

  it('REG-01 all errors are reported at once, including those of cross-field rules', () => {
    const found = faults({
      firstName: '',
      email: 'anne@',
      mobile: '0470',
      zip: '12',
      vat: 'BE0477472702',
    });
    expect(Object.keys(found ?? {}).sort()).toEqual(['email', 'firstName', 'mobile', 'vat', 'zip']);
    expect(found?.['vat']?.join()).toContain('chiffres de contrôle');
    const bare = { functionType: 'pharmacist', title: '', street: '', city: '', consent: '' };
    const all = faults({ ...bare, email: '', mobile: '12', zip: '', vat: '' });
    for (const name of ['apb', 'company', 'vat', 'mobile', 'zip', 'street', 'email', 'consent'])
      expect(all?.[name], name).toHaveLength(1);
    expect(faults({ functionType: '', zip: '00000', vat: '1' })).toMatchObject({
      functionType: [expect.any(String)],
      zip: [expect.any(String)],
      vat: [expect.any(String)],
    });
  });

  it('REG-01 a VAT number and an application for one exclude each other', () => {
    expect(faults({ functionType: 'wholesaler', company: 'Vet Trade', vatApplied: 'on' })).toEqual({
      vat: [expect.stringContaining('pas les deux')],
    });
  });

  it('REG-01 dashes and invisible blanks are not accepted as name, number or company', () => {
    for (const nothing of ['-', '\u200b', '\u00a0.\u00a0']) {
      for (const name of ['firstName', 'lastName', 'street', 'city', 'zip'])
        expect(Object.keys(faults({ [name]: nothing }) ?? {}), name).toEqual([name]);
      const pharmacist = { functionType: 'pharmacist', company: nothing, apb: nothing };
      expect(Object.keys(faults(pharmacist) ?? {}).sort()).toEqual(['apb', 'company']);
      expect(faults({ functionType: 'supplier', company: nothing })).toHaveProperty('company');
    }
    expect(faults({ lastName: 'd’Ûdekem-Élie', company: '3M', street: '’t Hof 1' })).toBeNull();
  });

  it('REG-01 postal codes and telephone numbers are accepted as letterheads write them', () => {
    for (const zip of ['B-4000', 'BE 4000', 'b4000', '4 000', '４０００'])
      expect([faults({ zip }), zipIn(zip, 'BE')], zip).toEqual([null, '4000']);
    expect(faults({ zip: '0999' })).toHaveProperty('zip');
    expect(zipIn('L-1234', 'LU')).toBe('L-1234');
    for (const mobile of ['+32 (0)470/12.34.56', '0470–12–34–56', '\u202a0470 12 34 56\u202c'])
      expect(faults({ mobile }), mobile).toBeNull();
  });

  it('REG-01 a line break counts as one character, as in the browser', () => {
    expect(faults({ comment: 'a\r\n'.repeat(500) })).toBeNull();
    expect(faults({ comment: 'a\r\n'.repeat(501) + 'a' })).toHaveProperty('comment');
  });

  it('REG-01 postal code and VAT number are validated for the country', () => {
    expect(faults({ country: 'NL', zip: '1012 AB', vat: 'NL123456789B01' })).toBeNull();
    expect(Object.keys(faults({ zip: '1012 AB', vat: 'NL123456789B01' }) ?? {}).sort()).toEqual([
      'vat',
      'zip',
    ]);
    expect(faults({ vat: '' })).toBeNull();
  });

  it('REG-01 a pharmacist must give APB number, pharmacy, and a VAT number or an application for one', () => {
    const pharmacist = { functionType: 'pharmacist', vat: '' };
    expect(Object.keys(faults(pharmacist) ?? {}).sort()).toEqual(['apb', 'company', 'vat']);
    const rest = { ...pharmacist, apb: '123456', company: 'Pharmacie du Parc' };
    expect(faults({ ...rest, vatApplied: 'on' })).toBeNull();
    expect(faults({ ...rest, vat: '0477.472.701' })).toBeNull();
    expect(faults({ functionType: 'nurse', vat: '' })).toBeNull();
  });

  it('REG-01 an error reports a VAT prefix that does not match the country', () => {
    expect(faults({ vat: 'FR40303265045' })?.['vat']?.join()).toContain('autre pays');
    expect(faults({ vat: 'FR40303265045', country: 'FR', zip: '75001' })).toBeNull();
  });
});
