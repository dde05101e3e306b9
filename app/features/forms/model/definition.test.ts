import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers';
import { fieldsIn, readDefinition, type FormField } from './definition';
import { safePattern } from './pattern';

function fieldsOf(components: readonly unknown[], i18n: object = {}): readonly FormField[] {
  const definition = readDefinition(
    { form: JSON.stringify({ components }), formOptions: JSON.stringify({ i18n }) },
    'nl',
  );
  return definition ? fieldsIn(definition) : [];
}
const faultsOf = (component: object, typed: string): (string | undefined)[] => {
  const fields = fieldsOf([{ key: 'k', label: 'K', ...component }]);
  const { faults } = readAnswers(fields, new URLSearchParams({ 'f.k': typed }));
  return [...faults.values()].map(({ fault }) => fault.kind);
};

describe('a form of the office', () => {
  it('CMS-04 that cannot be read is none', () => {
    for (const form of ['', '{', 'null', '[]', '{"components":1}', '{"components":[]}'])
      expect(readDefinition({ form, formOptions: '{}' }, 'fr')).toBeNull();
  });

  it('CMS-04 opens panels, columns and tables, and leaves odd parts out', () => {
    const inner = { type: 'textfield', key: 'a', label: 'A' };
    const fields = fieldsOf([
      { type: 'panel', title: 'P', components: [inner] },
      { type: 'columns', columns: [{ components: [{ ...inner, key: 'b' }] }, 7] },
      { type: 'table', rows: [[{ components: [{ ...inner, key: 'c' }] }]] },
      ...[null, 4, {}, { type: 'textfield' }, { type: 'textfield', key: 'no space' }],
      { type: 'textfield', key: 'hid', hidden: true },
      { type: 'somethingNew', key: 'd', label: 'D', input: true },
    ]);
    expect(fields.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('CMS-04 I18N-03 is in the customer’s language by the office’s own translations', () => {
    const [field] = fieldsOf([{ type: 'textfield', key: 'a', label: 'Nom' }], {
      nl: { Nom: 'Naam' },
    });
    expect(field?.label).toBe('Naam');
  });

  it('CMS-04 that needs a file or a signature says that it cannot be filled here', () => {
    const form = JSON.stringify({
      components: [{ type: 'signature', key: 's', validate: { required: true } }],
    });
    expect(readDefinition({ form, formOptions: '' }, 'fr')?.unfillable).toBe(true);
  });
});

describe('answers to a form of the office', () => {
  it.each([
    [
      'nothing where something is needed',
      { type: 'textfield', validate: { required: true } },
      ' ',
      ['required'],
    ],
    ['too few characters', { type: 'textfield', validate: { minLength: 3 } }, 'ab', ['tooShort']],
    ['too many', { type: 'textfield', validate: { maxLength: '2' } }, 'abc', ['tooLong']],
    [
      'no limit where the editor left an empty one',
      { type: 'textfield', validate: { maxLength: '' } },
      'abc',
      [],
    ],
    ['half an address', { type: 'email' }, 'a@', ['email']],
    ['another protocol', { type: 'url' }, 'javascript:alert(1)', ['url']],
    ['a word for a number', { type: 'number' }, 'dix', ['number']],
    ['a number with a comma', { type: 'number', validate: { min: 1 } }, '1,5', []],
    ['half a piece', { type: 'number', validate: { integer: true } }, '1,5', ['whole']],
    ['too small a number', { type: 'number', validate: { min: 2 } }, '1', ['tooSmall']],
    ['too large a number', { type: 'number', validate: { max: 2 } }, '3', ['tooLarge']],
    ['a day that is none', { type: 'day' }, '31/02/2026', ['date']],
    [
      'another value than those of the list',
      { type: 'select', data: { values: [{ value: 'a', label: 'A' }] } },
      'b',
      ['choice'],
    ],
    ['another form', { type: 'textfield', validate: { pattern: '\\d{4}' } }, '12345', ['pattern']],
  ])('CMS-04 %s', (_, component, typed, faults) => {
    expect(faultsOf(component, typed)).toEqual(faults);
  });

  it('CMS-04 are all text: numbers and days in one form, ticks as words, boxes with commas', () => {
    const fields = fieldsOf([
      { type: 'number', key: 'n' },
      { type: 'day', key: 'd' },
      { type: 'checkbox', key: 't' },
      { type: 'selectboxes', key: 'b', values: [{ value: 'x' }, { value: 'y' }, { value: 'z' }] },
      { type: 'hidden', key: 'h', defaultValue: 'shop' },
      { type: 'textfield', key: '__proto__', label: 'P' },
    ]);
    const form = new URLSearchParams({ 'f.n': '1 234,50', 'f.d': '1/2/26', 'f.b:x': 'on' });
    form.set('f.b:z', 'on');
    form.set('f.h', 'typed');
    form.set('f.__proto__', 'kept apart');
    const { answers } = readAnswers(fields, form);
    expect(Object.entries(answers)).toEqual([
      ...[
        ['n', '1234.5'],
        ['d', '2026-02-01'],
        ['t', 'false'],
        ['b', 'x,z'],
        ['h', 'shop'],
        ['__proto__', 'kept apart'],
      ],
    ]);
  });

  it('CMS-04 a field that depends on another is needed, and sent, only then', () => {
    const fields = fieldsOf([
      { type: 'checkbox', key: 't' },
      {
        ...{ type: 'textfield', key: 'w', validate: { required: true } },
        conditional: { show: true, when: 't', eq: 'true' },
      },
    ]);
    expect(readAnswers(fields, new URLSearchParams()).faults.size).toBe(0);
    expect(readAnswers(fields, new URLSearchParams({ 'f.t': 'on' })).faults.size).toBe(1);
    const unasked = readAnswers(fields, new URLSearchParams({ 'f.w': 'x' }));
    expect(unasked.answers).toEqual({ t: 'false' });
  });
});

describe('a pattern of the office', () => {
  it('CMS-04 is tried where it surely ends, and left to the browser elsewhere', () => {
    for (const safe of ['\\d{4}', 'BE\\d{10}', '(?:fr|nl)-\\d+', '[A-Z]+-[0-9]+'])
      expect(safePattern(safe), safe).not.toBeNull();
    for (const runaway of [
      '(a+)+$',
      '(a|a)*',
      '((a*))*',
      '(.*)*x',
      '(\\w+\\s?)+',
      '(a)\\1',
      '.*.*.*.*x',
      '[',
    ])
      expect(safePattern(runaway), runaway).toBeNull();
  });
});
