import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers';
import { fieldsIn, readDefinition, type FormField } from './definition';
import { linearPattern } from './pattern';

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

describe('a form of the ERP', () => {
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

  it('CMS-04 I18N-03 is in the customer’s language by the ERP’s own translations', () => {
    const [field] = fieldsOf([{ type: 'textfield', key: 'a', label: 'Nom' }], {
      nl: { Nom: 'Naam' },
    });
    expect(field?.label).toBe('Naam');
  });

  it('CMS-04 names what it cannot ask for, and whether the ERP needs it', () => {
    const form = JSON.stringify({
      components: [
        { type: 'file', key: 'a', label: 'A' },
        { type: 'file', key: 'b', label: 'B' },
        { type: 'sketchpad', key: 'c', label: 'C', validate: { required: true } },
        { type: 'recaptcha', key: 'd' },
      ],
    });
    const read = readDefinition({ form, formOptions: '' }, 'fr');
    expect(read?.missing).toEqual([
      { label: 'B', required: false },
      { label: 'C', required: true },
    ]);
    expect(read && fieldsIn(read).map(({ kind, key }) => [kind, key])).toEqual([['file', 'a']]);
  });

  it('CMS-04 a table has as many lines as fit, and what no longer fits is named', () => {
    const lines = (key: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ type: 'textfield', key: `${key}${at}`, label: `${key} ${at}` },
      }));
    const form = JSON.stringify({
      components: [
        ...lines('first', 100),
        { type: 'datagrid', key: 'g', label: 'G', components: lines('g', 20) },
        ...lines('last', 40),
        { type: 'datagrid', key: 'h', label: 'H', components: lines('h', 20) },
      ],
    });
    const read = readDefinition({ form, formOptions: '' }, 'fr');
    const grids = read?.parts.flatMap((one) => (one.part === 'grid' ? [one.grid.rows] : []));
    expect(grids).toEqual([4]);
    expect(read?.missing.map(({ label }) => label)).toEqual([
      ...lines('last', 40)
        .slice(18)
        .map(({ label }) => label),
      'H',
    ]);
  });
});

describe('answers to a form of the ERP', () => {
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

describe('a form as Form.io draws it', () => {
  const read = (components: readonly unknown[]) =>
    readDefinition({ form: JSON.stringify({ components }), formOptions: '{}' }, 'fr');
  const answersOf = (components: readonly unknown[], typed: Record<string, string>) =>
    readAnswers(fieldsOf(components), new URLSearchParams(typed));
  const kind = {
    type: 'select',
    key: 'kind',
    label: 'Genre',
    data: {
      values: [
        { value: 'missing', label: 'Manquant' },
        { value: 'broken', label: 'Cassé' },
      ],
    },
  };
  const needed = { type: 'textfield', key: 'why', label: 'P', validate: { required: true } };

  it('CMS-04 the button that sends gives its words, the one that empties the form its own', () => {
    const form = read([
      needed,
      { type: 'button', action: 'reset', label: 'Réinitialiser' },
      { type: 'button', action: 'submit', label: 'Envoyer la réclamation' },
    ]);
    expect(form).toMatchObject({ button: 'Envoyer la réclamation', reset: 'Réinitialiser' });
  });

  it.each([
    ['a panel', { conditional: { show: 'true', when: 'kind', eq: 'missing' } }],
    ['hidden otherwise', { conditional: { show: false, when: 'kind', eq: 'broken' } }],
    [
      'a list',
      {
        conditional: {
          show: true,
          conjunction: 'all',
          conditions: [{ component: 'kind', operator: 'isEqual', value: 'missing' }],
        },
      },
    ],
    [
      'any of a list',
      {
        conditional: {
          show: true,
          conjunction: 'any',
          conditions: [
            { component: 'kind', operator: 'startsWith', value: 'mis' },
            { component: 'kind', operator: 'isEmpty' },
          ],
        },
      },
    ],
    ['a line of script', { customConditional: "show = data.kind === 'missing';" }],
  ])('CMS-04 what stands in a panel under a condition (%s) is needed only then', (_, when) => {
    const form = [kind, { type: 'panel', title: 'T', components: [needed], ...when }];
    expect(answersOf(form, { 'f.kind': 'missing' }).faults.size).toBe(1);
    const other = answersOf(form, { 'f.kind': 'broken', 'f.why': 'typed before' });
    expect(other.faults.size).toBe(0);
    expect(other.answers).toEqual({ kind: 'broken' });
  });

  it('CMS-04 a script that cannot be read shows the field, which is not required', () => {
    for (const script of [
      'show = ERP.ask(data.kind)',
      "show = data.a === 'x' && data.b === 'y' || data.c === 'z'",
      'while(true){}; show = true',
    ]) {
      const [field] = fieldsOf([{ ...needed, customConditional: script }]);
      expect(field).toMatchObject({ required: false, note: 'condition', conditions: [] });
    }
  });

  it('CMS-04 the same key in two containers is two answers', () => {
    const person = (key: string) => ({
      ...{ type: 'container', key, components: [{ type: 'textfield', key: 'person' }] },
    });
    const { answers } = answersOf([person('contact'), person('vet')], {
      'f.contact.person': 'Ann',
      'f.vet.person': 'Bob',
    });
    expect(answers).toEqual({ 'contact.person': 'Ann', 'vet.person': 'Bob' });
  });

  it('CMS-04 a table has lines of its own: empty ones are not there, a needed one asks for its first', () => {
    const grid = (required: boolean) => [
      {
        ...{ type: 'datagrid', key: 'lots', label: 'Lots', validate: { required, maxLength: 3 } },
        components: [
          { type: 'textfield', key: 'lot', label: 'Lot', validate: { required: true } },
          { type: 'number', key: 'pieces', label: 'Pièces' },
        ],
      },
    ];
    const fields = fieldsOf(grid(true));
    expect(fields.map(({ key }) => key)).toContain('lots.2.pieces');
    expect(fields).toHaveLength(6);
    const none = new URLSearchParams();
    expect(readAnswers(fieldsOf(grid(false)), none).faults.size).toBe(0);
    expect([...readAnswers(fields, none, new Set(['lots'])).faults.keys()]).toEqual([
      'f.lots.0.lot',
    ]);
    const typed = new URLSearchParams({ 'f.lots.0.lot': 'A1', 'f.lots.2.pieces': '4' });
    const { answers, faults } = readAnswers(fields, typed, new Set(['lots']));
    expect(answers).toEqual({ 'lots.0.lot': 'A1', 'lots.2.pieces': '4' });
    expect([...faults.keys()]).toEqual(['f.lots.2.lot']);
  });

  it('CMS-04 a moment, a list of which several are chosen, and a name in place of a signature', () => {
    const form = [
      { type: 'datetime', key: 'at' },
      { ...kind, key: 'many', multiple: true },
      { type: 'signature', key: 'sign', validate: { required: true } },
      { type: 'select', key: 'json', data: { json: '[{"value":"a","label":"A"}]' } },
    ];
    expect(fieldsOf(form).map((one) => one.kind)).toEqual(['datetime', 'boxes', 'text', 'select']);
    const typed = { 'f.many:broken': 'on', 'f.many:missing': 'on', 'f.sign': 'Ann Peeters' };
    for (const at of ['2026-12-24T14:30', '24/12/2026 14:30', '24/12/2026 14h30'])
      expect(answersOf(form, { ...typed, 'f.at': at }).answers).toEqual({
        at: '2026-12-24T14:30:00',
        many: 'missing,broken',
        sign: 'Ann Peeters',
      });
    expect(answersOf(form, { ...typed, 'f.at': '31/02/2026 14:30' }).faults.size).toBe(1);
  });
});

describe('a pattern of the ERP', () => {
  it.each([
    ['\\d{4}', '1234', '12345'],
    ['BE\\d{10}', 'BE0123456789', 'BE1'],
    ['(?:fr|nl)-\\d+', 'nl-7', 'nl-'],
    ['[A-Z]+-[0-9]+', 'AB-12', 'ab-12'],
    ['^a|b$', 'b', 'ab'],
    ['\\p{L}+', 'Élevage', 'Élevage 2'],
    ['[\\w.-]+@[\\w-]+\\.[a-z]{2,}', 'a@b.be', 'a@b'],
  ])('CMS-04 %s holds for the whole text', (source, fits, doesNot) => {
    const pattern = linearPattern(source);
    expect(pattern?.test(fits)).toBe(true);
    expect(pattern?.test(doesNot)).toBe(false);
  });

  it.each(['(a)\\1', '(?=a)b', '[', '(?<!a)b', 'a'.repeat(201), '((\\d{1,99}){1,99}){1,99}'])(
    'CMS-04 %s is left to the browser',
    (source) => {
      expect(linearPattern(source)).toBeNull();
    },
  );
});
