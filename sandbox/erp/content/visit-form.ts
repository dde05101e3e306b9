/**
 * A form as saved by the ERP's editor, in French with translations by `form_options` (contract/erp.md 15.1). It has a
 * panel, columns, a condition and limits.
 */
import { drawnForm, type Words } from './drawn-form';

const words: Words = {
  'Votre cabinet': ['Uw praktijk', 'Your practice'],
  Nom: ['Naam', 'Name'],
  'Code postal': ['Postcode', 'Postcode'],
  Téléphone: ['Telefoon', 'Telephone'],
  'Quatre chiffres, par exemple 6900.': [
    'Vier cijfers, bijvoorbeeld 9000.',
    'Four digits, for example 1000.',
  ],
  'Jour souhaité': ['Gewenste dag', 'Preferred day'],
  'Nombre de vétérinaires': ['Aantal dierenartsen', 'Number of vets'],
  'Sujets à aborder': ['Onderwerpen', 'Topics'],
  Promotions: ['Promoties', 'Promotions'],
  Matériel: ['Materiaal', 'Equipment'],
  Aliments: ['Voeding', 'Food'],
  'Quel matériel ?': ['Welk materiaal?', 'Which equipment?'],
  'Site web': ['Website', 'Website'],
  'Demander la visite': ['Bezoek aanvragen', 'Ask for a visit'],
  '<p>Un délégué vous rend visite <strong>sous dix jours</strong>.</p>': [
    '<p>Een vertegenwoordiger bezoekt u <strong>binnen tien dagen</strong>.</p>',
    '<p>A representative visits you <strong>within ten days</strong>.</p>',
  ],
};

const components = [
  {
    type: 'content',
    key: 'intro',
    input: false,
    html: '<p>Un délégué vous rend visite <strong>sous dix jours</strong>.</p>',
  },
  {
    type: 'panel',
    key: 'practice',
    title: 'Votre cabinet',
    input: false,
    components: [
      {
        type: 'textfield',
        key: 'name',
        label: 'Nom',
        input: true,
        validate: { required: true, minLength: '2', maxLength: '' },
      },
      {
        type: 'columns',
        key: 'columns',
        input: false,
        columns: [
          {
            components: [
              {
                type: 'textfield',
                key: 'zip',
                label: 'Code postal',
                input: true,
                validate: {
                  required: true,
                  pattern: '[1-9]\\d{3}',
                  customMessage: 'Quatre chiffres, par exemple 6900.',
                },
              },
            ],
          },
          {
            components: [
              { type: 'phoneNumber', key: 'phone', label: 'Téléphone', input: true },
              { type: 'url', key: 'site', label: 'Site web', input: true },
            ],
          },
        ],
      },
    ],
  },
  { type: 'day', key: 'day', label: 'Jour souhaité', input: true, validate: { required: true } },
  {
    type: 'number',
    key: 'vets',
    label: 'Nombre de vétérinaires',
    input: true,
    validate: { min: 1, max: 50, integer: true },
  },
  {
    type: 'selectboxes',
    key: 'topics',
    label: 'Sujets à aborder',
    input: true,
    validate: { required: true },
    values: [
      { value: 'promotions', label: 'Promotions' },
      { value: 'equipment', label: 'Matériel' },
      { value: 'food', label: 'Aliments' },
    ],
  },
  {
    type: 'textarea',
    key: 'which',
    label: 'Quel matériel ?',
    input: true,
    validate: { required: true },
    conditional: { show: true, when: 'topics', eq: 'equipment' },
  },
  { type: 'hidden', key: 'source', input: true, defaultValue: 'shop' },
  { type: 'button', key: 'submit', label: 'Demander la visite', action: 'submit', input: true },
];

export const VISIT = drawnForm({
  id: 3,
  code: 'visit_request',
  name: { fr: 'Visite d’un délégué', nl: 'Bezoek van een vertegenwoordiger', en: 'Sales visit' },
  components,
  words,
});
