/**
 * A form with the components of Form.io's documented examples for layout, container, edit grid and a select with
 * several choices: practices enrol for a training evening.
 */
import { drawnForm, type Words } from './drawn-form';

const words: Words = {
  Cabinet: ['Praktijk', 'Practice'],
  'Personne de contact': ['Contactpersoon', 'Contact person'],
  Nom: ['Naam', 'Name'],
  Téléphone: ['Telefoon', 'Telephone'],
  'Adresse de facturation différente': ['Ander factuuradres', 'Another invoice address'],
  'Adresse de facturation': ['Factuuradres', 'Invoice address'],
  Rue: ['Straat', 'Street'],
  Participants: ['Deelnemers', 'Participants'],
  Prénom: ['Voornaam', 'First name'],
  Fonction: ['Functie', 'Function'],
  Vétérinaire: ['Dierenarts', 'Vet'],
  Assistante: ['Assistente', 'Nurse'],
  Ajouter: ['Toevoegen', 'Add'],
  Ateliers: ['Workshops', 'Workshops'],
  Dentisterie: ['Tandheelkunde', 'Dentistry'],
  Échographie: ['Echografie', 'Ultrasound'],
  Nutrition: ['Voeding', 'Nutrition'],
  'Repas végétarien': ['Vegetarische maaltijd', 'Vegetarian meal'],
  'Combien de repas végétariens ?': [
    'Hoeveel vegetarische maaltijden?',
    'How many vegetarian meals?',
  ],
  'Inscrire le cabinet': ['Praktijk inschrijven', 'Enrol the practice'],
};

const line = (key: string, label: string, required = false) => ({
  type: 'textfield',
  key,
  label,
  input: true,
  tableView: true,
  ...(required ? { validate: { required } } : {}),
});

const components = [
  {
    type: 'columns',
    key: 'columns',
    input: false,
    columns: [
      {
        size: 'md',
        width: 6,
        currentWidth: 6,
        offset: 0,
        push: 0,
        pull: 0,
        components: [
          {
            type: 'container',
            key: 'practice',
            label: 'Cabinet',
            input: true,
            components: [line('name', 'Cabinet', true)],
          },
        ],
      },
      {
        size: 'md',
        width: 6,
        currentWidth: 6,
        offset: 0,
        push: 0,
        pull: 0,
        components: [
          {
            type: 'container',
            key: 'contact',
            label: 'Personne de contact',
            input: true,
            components: [
              line('name', 'Nom', true),
              { type: 'phoneNumber', key: 'phone', label: 'Téléphone', input: true },
            ],
          },
        ],
      },
    ],
  },
  {
    type: 'editgrid',
    key: 'people',
    label: 'Participants',
    addAnother: 'Ajouter',
    saveRow: 'Ajouter',
    input: true,
    rowDrafts: false,
    openWhenEmpty: true,
    validate: { required: true, minLength: 1, maxLength: 6 },
    components: [
      line('first', 'Prénom', true),
      {
        type: 'radio',
        key: 'role',
        label: 'Fonction',
        input: true,
        values: [
          { value: 'vet', label: 'Vétérinaire', shortcut: '' },
          { value: 'nurse', label: 'Assistante', shortcut: '' },
        ],
      },
    ],
  },
  {
    type: 'select',
    key: 'workshops',
    label: 'Ateliers',
    input: true,
    multiple: true,
    dataSrc: 'values',
    data: {
      values: [
        { value: 'teeth', label: 'Dentisterie' },
        { value: 'scan', label: 'Échographie' },
        { value: 'food', label: 'Nutrition' },
      ],
    },
    validate: { required: true },
  },
  { type: 'checkbox', key: 'vegetarian', label: 'Repas végétarien', input: true },
  {
    type: 'number',
    key: 'meals',
    label: 'Combien de repas végétariens ?',
    input: true,
    validate: { required: true, integer: true, min: 1, max: 6 },
    conditional: { show: false, when: 'vegetarian', eq: 'false' },
  },
  {
    type: 'checkbox',
    key: 'otherAddress',
    label: 'Adresse de facturation différente',
    input: true,
  },
  {
    type: 'fieldset',
    key: 'invoice',
    legend: 'Adresse de facturation',
    input: false,
    customConditional: 'show = data.otherAddress === true',
    components: [line('street', 'Rue', true)],
  },
  { type: 'button', key: 'submit', label: 'Inscrire le cabinet', action: 'submit', input: true },
];

export const EVENING = drawnForm({
  id: 5,
  code: 'training_evening',
  name: { fr: 'Soirée de formation', nl: 'Opleidingsavond', en: 'Training evening' },
  components,
  words,
});
