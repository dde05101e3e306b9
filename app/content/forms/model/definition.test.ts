import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers';
import { readDefinition } from './definition';
import { fieldsIn, type FormField } from './form-parts';
import { changedRows } from './grid-rows';
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
  it('CMS-04 readDefinition returns null for a form that cannot be parsed', () => {
    for (const form of ['', '{', 'null', '[]', '{"components":1}', '{"components":[]}'])
      expect(readDefinition({ form, formOptions: '{}' }, 'fr')).toBeNull();
  });

  it('CMS-04 readDefinition expands panels, columns and tables and skips malformed parts', () => {
    const inner = { type: 'textfield', key: 'a', label: 'A' };
    const fields = fieldsOf([
      { type: 'panel', title: 'P', components: [inner] },
      { type: 'columns', columns: [{ components: [{ ...inner, key: 'b' }] }, 7] },
      { type: 'table', rows: [[{ components: [{ ...inner, key: 'c' }] }]] },
      {
        type: 'tabs',
        key: 't',
        components: [{ label: 'Tab', key: 't1', components: [{ ...inner, key: 'e' }] }, null],
      },
      null,
      4,
      {},
      { type: 'textfield' },
      { type: 'textfield', key: 'no space' },
      { type: 'textfield', key: 'hid', hidden: true },
      { type: 'somethingNew', key: 'd', label: 'D', input: true },
    ]);
    expect(fields.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'e', 'd']);
  });

  it('CMS-04 I18N-03 readDefinition uses the ERP’s own translations in the customer’s language', () => {
    const [field] = fieldsOf([{ type: 'textfield', key: 'a', label: 'Nom' }], {
      nl: { Nom: 'Naam' },
    });
    expect(field?.label).toBe('Naam');
  });

  it('CMS-04 readDefinition lists the parts that the page cannot show, and whether the ERP requires them', () => {
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

  it('CMS-04 readDefinition limits a table to the rows that fit, and lists the parts that do not fit', () => {
    const lines = (key: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        type: 'textfield',
        key: `${key}${at}`,
        label: `${key} ${at}`,
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

describe('answers to an ERP form', () => {
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
    ['a word for a telephone', { type: 'phoneNumber' }, 'abc', ['phone']],
    ['a number as it is written', { type: 'phoneNumber' }, '+32 (0)4/222.33.44', []],
    [
      'a number of the form’s own',
      { type: 'phoneNumber', validate: { pattern: '\\d{3}' } },
      '112',
      [],
    ],
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
  ])('CMS-04 readAnswers validates the fields of a form: %s', (_, component, typed, faults) => {
    expect(faultsOf(component, typed)).toEqual(faults);
  });

  it('CMS-04 answers are all text: normalized numbers and days, true or false for checkboxes, comma-separated groups', () => {
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
      ['n', '1234.5'],
      ['d', '2026-02-01'],
      ['t', 'false'],
      ['b', 'x,z'],
      ['h', 'shop'],
      ['__proto__', 'kept apart'],
    ]);
  });

  it('CMS-04 a dependent field is required and sent only when its condition holds', () => {
    const fields = fieldsOf([
      { type: 'checkbox', key: 't' },
      {
        type: 'textfield',
        key: 'w',
        validate: { required: true },
        conditional: { show: true, when: 't', eq: 'true' },
      },
    ]);
    expect(readAnswers(fields, new URLSearchParams()).faults.size).toBe(0);
    expect(readAnswers(fields, new URLSearchParams({ 'f.t': 'on' })).faults.size).toBe(1);
    const unasked = readAnswers(fields, new URLSearchParams({ 'f.w': 'x' }));
    expect(unasked.answers).toEqual({ t: 'false' });
  });
});

describe('a form in the format of Form.io', () => {
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

  it('CMS-04 the submit and reset buttons have the labels that the ERP defines', () => {
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
  ])(
    'CMS-04 a field in a conditional panel (%s) is required only when the condition holds',
    (_, when) => {
      const form = [kind, { type: 'panel', title: 'T', components: [needed], ...when }];
      expect(answersOf(form, { 'f.kind': 'missing' }).faults.size).toBe(1);
      const other = answersOf(form, { 'f.kind': 'broken', 'f.why': 'typed before' });
      expect(other.faults.size).toBe(0);
      expect(other.answers).toEqual({ kind: 'broken' });
    },
  );

  it('CMS-04 a field whose script cannot be parsed is shown and not required', () => {
    for (const script of [
      'show = ERP.ask(data.kind)',
      "show = data.a === 'x' && data.b === 'y' || data.c === 'z'",
      'while(true){}; show = true',
    ]) {
      const [field] = fieldsOf([{ ...needed, customConditional: script }]);
      expect(field).toMatchObject({ required: false, note: 'condition', conditions: [] });
    }
  });

  it('CMS-04 the same key in two containers gives two answers', () => {
    const person = (key: string) => ({
      type: 'container',
      key,
      components: [{ type: 'textfield', key: 'person' }],
    });
    const { answers } = answersOf([person('contact'), person('vet')], {
      'f.contact.person': 'Ann',
      'f.vet.person': 'Bob',
    });
    expect(answers).toEqual({ 'contact.person': 'Ann', 'vet.person': 'Bob' });
  });

  it('CMS-04 a table ignores empty rows, and a required table needs a filled first row', () => {
    const grid = (required: boolean) => [
      {
        type: 'datagrid',
        key: 'lots',
        label: 'Lots',
        validate: { required, maxLength: 3 },
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

  it('CMS-04 readAnswers parses a date and time, a select with several values, and a name as a signature', () => {
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

describe('less common components of Form.io', () => {
  const readOf = (components: readonly unknown[]) =>
    readDefinition({ form: JSON.stringify({ components }), formOptions: '{}' }, 'fr');
  const answersOf = (components: readonly unknown[], typed: Record<string, string>) =>
    readAnswers(fieldsOf(components), new URLSearchParams(typed));
  const needed = { type: 'textfield', key: 'why', label: 'P', validate: { required: true } };
  const when = (component: string, operator: string, value: unknown) => ({
    conditional: { show: true, conjunction: 'all', conditions: [{ component, operator, value }] },
  });

  it('CMS-04 readAnswers ignores the input of a field that does not apply', () => {
    const form = [
      { type: 'checkbox', key: 'sick' },
      { type: 'textfield', key: 'kind', conditional: { show: true, when: 'sick', eq: 'true' } },
      { ...needed, conditional: { show: true, when: 'kind', eq: 'flu' } },
    ];
    expect(answersOf(form, { 'f.kind': 'flu' }).faults.size).toBe(0);
    expect(answersOf(form, { 'f.kind': 'flu', 'f.sick': 'on' }).faults.size).toBe(1);
    const circle = [
      { ...needed, key: 'a', conditional: { show: true, when: 'b', eq: 'x' } },
      { ...needed, key: 'b', conditional: { show: true, when: 'a', eq: 'x' } },
    ];
    expect(answersOf(circle, { 'f.a': 'x' }).answers).toEqual({});
  });

  it.each([
    ['lots.kind', { conditional: { show: true, when: 'lots.kind', eq: 'cold' } }],
    ['row.kind', { customConditional: "show = row.kind === 'cold'" }],
  ])(
    'CMS-04 the condition %s in a table row refers to the field of the same row',
    (_, condition) => {
      const components = [
        { type: 'textfield', key: 'kind' },
        { ...needed, ...condition },
      ];
      const form = [
        { type: 'textfield', key: 'kind' },
        { type: 'datagrid', key: 'lots', components },
      ];
      const typed = { 'f.lots.0.kind': 'warm', 'f.lots.1.kind': 'cold', 'f.kind': 'cold' };
      expect([...answersOf(form, typed).faults.keys()]).toEqual(['f.lots.1.why']);
    },
  );

  it.each([
    ['a number with a comma', { type: 'number' }, 'greaterThan', 10, '10,5', '9,5'],
    ['no number', { type: 'number' }, 'lessThan', 10, '9', ''],
    ['a day', { type: 'day' }, 'dateLessThan', '2026-02-01T00:00:00Z', '31/1/2026', '1/2/2026'],
    ['another day', { type: 'day' }, 'isNotDateEqual', '2026-02-01', '2/2/2026', '1/2/2026'],
  ])(
    'CMS-04 a condition compares values by the type of the field: %s',
    (_, other, operator, value, met, unmet) => {
      const form = [
        { ...other, key: 'k' },
        { ...needed, ...when('k', operator, value) },
      ];
      expect(answersOf(form, { 'f.k': met }).faults.size).toBe(1);
      expect(answersOf(form, { 'f.k': unmet }).faults.size).toBe(0);
    },
  );

  it.each([
    'show = data.state.cold === true',
    'show = data.state.cold',
    'show = !data.state.warm && !!data.state.cold',
  ])('CMS-04 the condition %s reads a single checkbox of a group', (customConditional) => {
    const values = [{ value: 'cold' }, { value: 'warm' }];
    const form = [
      { type: 'selectboxes', key: 'state', values },
      { ...needed, customConditional },
    ];
    expect(answersOf(form, { 'f.state:cold': 'on' }).faults.size).toBe(1);
    expect(answersOf(form, { 'f.state:warm': 'on' }).faults.size).toBe(0);
  });

  it.each([
    ['an unknown comparison', when('k', 'isOlderThan', 3)],
    ['a field that is not there', when('elsewhere', 'isEqual', 'x')],
  ])(
    'CMS-04 a field that depends on %s is displayed with a note and not required',
    (_, condition) => {
      const form = [
        { type: 'textfield', key: 'k' },
        { ...needed, ...condition },
      ];
      expect(fieldsOf(form)[1]).toMatchObject({ required: false, note: 'condition' });
      expect(answersOf(form, { 'f.why': 'typed' }).answers).toEqual({ why: 'typed' });
    },
  );

  it('CMS-04 a field with several answers has rows, and a required field needs a filled first row', () => {
    const form = [{ ...needed, key: 'lots', multiple: true }];
    const definition = readOf(form);
    expect(definition?.parts.at(-1)).toMatchObject({
      part: 'grid',
      grid: { key: 'lots', required: true, rows: 10 },
    });
    const typed = new URLSearchParams({ 'f.lots.0': 'A1', 'f.lots.2': 'A3' });
    const { answers, faults } = readAnswers(fieldsOf(form), typed, new Set(['lots']));
    expect([answers, faults.size]).toEqual([{ 'lots.0': 'A1', 'lots.2': 'A3' }, 0]);
    const none = readAnswers(fieldsOf(form), new URLSearchParams(), new Set(['lots']));
    expect([...none.faults.keys()]).toEqual(['f.lots.0']);
    const rows = new URLSearchParams({ 'rows.lots': '3', 'f.lots.0': 'A', 'f.lots.1': 'B' });
    rows.set('f.lots.2', 'C');
    rows.set('do', 'drop.1.lots');
    const dropped = changedRows(rows, [{ key: 'lots', rows: 10 }]);
    expect([dropped?.get('f.lots.1'), dropped?.has('f.lots.2')]).toEqual(['C', false]);
  });

  it('CMS-04 a select uses the named entries of its JSON and skips empty ones', () => {
    const listed = (data: object, more: object = {}) =>
      fieldsOf([{ type: 'select', key: 's', data, ...more }])[0];
    const empty = listed({ values: [{ label: '', value: '' }], url: 'https://erp.example' });
    expect(empty).toMatchObject({ kind: 'text', options: [] });
    expect(listed({ json: ['a', 2] })?.options).toEqual([
      { value: 'a', text: 'a' },
      { value: '2', text: '2' },
    ]);
    const named = { valueProperty: 'id', template: '<span>{{ item.name }}</span>' };
    expect(listed({ json: '[{"id":7,"name":"Dry food"},{"x":1}]' }, named)?.options).toEqual([
      { value: '7', text: 'Dry food' },
    ]);
  });

  it('CMS-04 a form shows default values: ticked boxes, several options of a list, a fixed value', () => {
    const values = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];
    const [boxes, several, fixed, ...others] = fieldsOf([
      { type: 'selectboxes', key: 'b', values, defaultValue: { c: true, a: true, b: false } },
      { type: 'select', key: 's', multiple: true, data: { values }, defaultValue: ['b'] },
      { ...needed, key: 'f', disabled: true, defaultValue: 'claim' },
      { ...needed, key: 'n', disabled: true },
    ]);
    expect([boxes?.value, several?.value, others]).toEqual(['a,c', 'b', []]);
    expect(fixed).toMatchObject({ kind: 'hidden', value: 'claim', required: false });
  });

  it('CMS-04 a checkbox group needs the number of ticks that the definition sets, or none', () => {
    const values = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];
    const validate = { minSelectedCount: 2, maxSelectedCount: '2' };
    const form = [{ type: 'selectboxes', key: 'b', values, validate }];
    const ticked = (...boxes: string[]) =>
      answersOf(form, Object.fromEntries(boxes.map((box) => [`f.b:${box}`, 'on'])));
    expect([...ticked('a').faults.values()].map(({ fault }) => fault)).toEqual([
      { kind: 'tooSmall', limit: 2 },
    ]);
    expect([...ticked('a', 'b', 'c').faults.values()].map(({ fault }) => fault)).toEqual([
      { kind: 'tooLarge', limit: 2 },
    ]);
    expect(ticked('a', 'c').answers).toEqual({ b: 'a,c' });
    expect(ticked()).toEqual({ answers: {}, faults: new Map() });
  });

  it('CMS-04 a plain JsonLogic condition is evaluated; with any other JsonLogic, the field is shown with a note', () => {
    const ruled = (json: unknown) => [
      { type: 'textfield', key: 'kind' },
      { ...needed, conditional: { show: null, when: null, eq: '', json } },
    ];
    const is = (value: string, operator = '==') => ({ [operator]: [{ var: 'data.kind' }, value] });
    for (const json of [is('flu'), { and: [is('flu'), is('cold', '!==')] }]) {
      expect(answersOf(ruled(json), { 'f.kind': 'flu' }).faults.size).toBe(1);
      expect(answersOf(ruled(json), { 'f.kind': 'cold' }).faults.size).toBe(0);
    }
    const either = ruled({ or: [is('flu'), is('cold')] });
    expect(answersOf(either, { 'f.kind': 'cold' }).faults.size).toBe(1);
    for (const json of [
      { in: [{ var: 'data.kind' }, ['a']] },
      { and: [is('a'), { '!': [1] }] },
      'x',
    ])
      expect(fieldsOf(ruled(json))[1]).toMatchObject({ required: false, note: 'condition' });
    for (const json of ['', {}, null])
      expect(fieldsOf(ruled(json))[1]).toMatchObject({ required: true, note: null });
  });

  it('CMS-04 a field with a rule that hides, disables or requires it is shown as optional, with a note', () => {
    const logic = (value: string) => ({
      logic: [
        { trigger: {}, actions: [{ type: 'value' }, { type: 'property', property: { value } }] },
      ],
    });
    for (const rule of ['hidden', 'disabled', 'validate.required'])
      expect(fieldsOf([{ ...needed, ...logic(rule) }])[0]).toMatchObject({
        required: false,
        note: 'condition',
      });
    expect(fieldsOf([{ ...needed, hidden: true, ...logic('hidden') }])).toHaveLength(1);
    expect(fieldsOf([{ ...needed, ...logic('label') }])[0]).toMatchObject({ required: true });
  });

  it('CMS-04 a survey has one choice per question, and a field shows its help text and unit', () => {
    const [speed, care, weight] = fieldsOf([
      {
        type: 'survey',
        key: 'how',
        label: 'Avis',
        validate: { required: true },
        questions: [{ value: 'speed', label: 'Rapidité' }, { value: 'care' }],
        values: [{ value: 'good', label: 'Bien' }],
      },
      { type: 'number', key: 'w', label: 'Poids', suffix: 'kg', tooltip: 'À jeun' },
    ]);
    expect(speed).toMatchObject({ kind: 'radio', key: 'how.speed', label: 'Rapidité' });
    expect(care).toMatchObject({ key: 'how.care', required: true, options: [{ text: 'Bien' }] });
    expect(weight).toMatchObject({ label: 'Poids (kg)', hint: 'À jeun' });
  });

  it('CMS-04 each part that the page cannot show is listed once: in rows, under a condition, or computed', () => {
    const photo = (required: boolean) => ({
      type: 'datagrid',
      key: 'lots',
      label: 'Lots',
      components: [
        { type: 'textfield', key: 'lot' },
        { type: 'file', key: 'photo', label: 'Photo', validate: { required } },
      ],
    });
    expect(readOf([photo(false)])?.missing).toEqual([{ label: 'Photo', required: false }]);
    const whole = readOf([needed, photo(true)]);
    expect(whole?.missing).toEqual([{ label: 'Lots', required: false }]);
    expect(whole && fieldsIn(whole)).toHaveLength(1);
    const sketch = { ...needed, type: 'sketchpad', label: 'Croquis' };
    const total = { ...needed, key: 'sum', label: 'Total', calculateValue: 'value = data.a * 2' };
    const rest = readOf([
      { type: 'checkbox', key: 't' },
      { ...sketch, conditional: { show: true, when: 't', eq: 'true' } },
      total,
      { ...total, key: 'own', allowCalculateOverride: true },
    ]);
    expect(rest?.missing).toEqual([
      { label: 'Croquis', required: false },
      { label: 'Total', required: false },
    ]);
    expect(rest && fieldsIn(rest).map(({ key }) => key)).toEqual(['t', 'own']);
  });

  it('CMS-04 a table inside a table row keeps its key', () => {
    const inner = { type: 'editgrid', key: 'doses', components: [{ type: 'number', key: 'ml' }] };
    const [first] = fieldsOf([{ type: 'datagrid', key: 'lots', components: [inner] }]);
    expect(first?.key).toBe('lots.0.doses.0.ml');
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
  ])('CMS-04 linearPattern matches %s against the whole text', (source, fits, doesNot) => {
    const pattern = linearPattern(source);
    expect(pattern?.test(fits)).toBe(true);
    expect(pattern?.test(doesNot)).toBe(false);
  });

  it('CMS-04 a pattern accepts no-break spaces where it allows a blank, as in the browser', () => {
    const pattern = linearPattern('\\d{4}\\s\\d{2}');
    expect(pattern?.test('0470\u00a012')).toBe(true);
    expect(pattern?.test('0470\u202f12')).toBe(true);
    expect(pattern?.test('0470-12')).toBe(false);
  });

  it.each(['(a)\\1', '(?=a)b', '[', '(?<!a)b', 'a'.repeat(201), '((\\d{1,99}){1,99}){1,99}'])(
    'CMS-04 linearPattern returns null for %s, which only the browser checks',
    (source) => {
      expect(linearPattern(source)).toBeNull();
    },
  );
});
