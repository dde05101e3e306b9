import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers';
import { readDefinition } from './definition';
import { fieldsIn } from './form-parts';
import { maskExample, readMasked } from './input-mask';

function read(component: object, typed: string) {
  const form = JSON.stringify({ components: [{ key: 'k', label: 'K', ...component }] });
  const definition = readDefinition({ form, formOptions: '{}' }, 'fr');
  const fields = definition ? fieldsIn(definition) : [];
  const { answers, faults } = readAnswers(fields, new URLSearchParams({ 'f.k': typed }));
  return answers['k'] ?? [...faults.values()][0]?.fault;
}

describe('earliest and latest day of a form field', () => {
  const bounds = { minDate: '2026-02-28T23:00:00.000Z', maxDate: '2026-03-31T12:00:00+02:00' };
  const late = { kind: 'tooLate', day: '2026-03-31' };

  it.each([
    ['a day', { type: 'day', ...bounds }],
    ['a date', { type: 'datetime', enableTime: false, datePicker: bounds }],
  ])('CMS-04 the limits of %s include the earliest and the latest day', (_, component) => {
    expect(read(component, '28/02/2026')).toEqual({ kind: 'tooEarly', day: '2026-03-01' });
    expect(read(component, '1/3/26')).toBe('2026-03-01');
    expect(read(component, '31-03-2026')).toBe('2026-03-31');
    expect(read(component, '01/04/2026')).toEqual(late);
  });

  it('CMS-04 limits apply to the day of a date and time', () => {
    const component = { type: 'datetime', datePicker: bounds };
    expect(read(component, '31/03/2026 23:59')).toBe('2026-03-31T23:59:00');
    expect(read(component, '2026-04-01T00:00')).toEqual(late);
  });

  it('CMS-04 limits that are invalid or computed by a script are ignored', () => {
    for (const minDate of [undefined, null, '', 'moment()', 7, {}])
      expect(
        read({ type: 'datetime', enableTime: false, datePicker: { minDate } }, '1/1/1990'),
      ).toBe('1990-01-01');
  });
});

describe('an input mask', () => {
  it.each([
    ['999-999', '123-456', '123-456'],
    ['999-999', '123456', '123-456'],
    ['999-999', ' 123 . 456 ', '123-456'],
    ['999-999', '12345', null],
    ['999-999', '1234567', null],
    ['999-999', '１２３456', null],
    ['BE 9999.999.999', '0123 456 789', 'BE 0123.456.789'],
    ['BE 9999.999.999', 'BE0123456789', 'BE 0123.456.789'],
    ['AA-aa-**', 'xY-zW-1q', 'xY-zw-1q'],
    ['AA-aa-**', '12-ab-cd', null],
    ['AA-aa-**', 'éé-ab-cd', null],
  ])('CMS-04 readMasked with the mask %s parses %s as %s', (mask, typed, value) => {
    expect(readMasked(mask, typed)).toBe(value);
  });

  it('CMS-04 an input mask formats the answer, and the fault states the mask when the input does not fit', () => {
    const component = { type: 'textfield', inputMask: 'A99-aa' };
    expect(read(component, 'b12cd')).toBe('b12-cd');
    expect(read(component, 'x')).toEqual({ kind: 'mask', mask: 'A99-aa' });
    expect(maskExample('A99-aa')).toBe('A00-aa');
  });

  it('CMS-04 readDefinition ignores the default North American mask of telephone numbers', () => {
    const component = { type: 'phoneNumber', inputMask: '(999) 999-9999' };
    expect(read(component, '+32 2 123 45 67')).toBe('+32 2 123 45 67');
  });
});
