/**
 * A form with the components of Form.io's documented examples for tabs, nested conditions and custom conditions: a
 * practice applies for a depot of medicines. One of its conditions is a script with more than comparisons.
 */
import { drawnForm, type Words } from './drawn-form';

const words: Words = {
  Dépôt: ['Depot', 'Depot'],
  'Numéro d’inscription à l’Ordre': [
    'Inschrijvingsnummer bij de Orde',
    'Registration number with the Order',
  ],
  'Ouverture ou reprise': ['Opening of overname', 'New or taken over'],
  Ouverture: ['Opening', 'New'],
  Reprise: ['Overname', 'Taken over'],
  'Dépôt repris de': ['Depot overgenomen van', 'Depot taken over from'],
  'Date de la reprise': ['Datum van de overname', 'Date of the takeover'],
  Équipement: ['Uitrusting', 'Equipment'],
  'Volume du frigo (litres)': ['Volume van de koelkast (liter)', 'Volume of the fridge (litres)'],
  'Sonde de température': ['Temperatuursonde', 'Temperature probe'],
  'Raison de l’absence de sonde': ['Waarom geen sonde', 'Why there is no probe'],
  'Heure d’ouverture': ['Openingsuur', 'Opening hour'],
  Remarques: ['Opmerkingen', 'Remarks'],
  'Plan dessiné du local': ['Getekend plan van het lokaal', 'Drawn plan of the room'],
  'Demander l’ouverture': ['Opening aanvragen', 'Ask to open it'],
};

const components = [
  {
    type: 'tabs',
    key: 'tabs',
    input: false,
    components: [
      {
        key: 'depot',
        type: 'panel',
        title: 'Dépôt',
        components: [
          {
            type: 'textfield',
            key: 'number',
            label: 'Numéro d’inscription à l’Ordre',
            input: true,
            inputMask: 'D999',
            validate: { required: true, pattern: 'D\\d{3}' },
          },
          {
            type: 'radio',
            key: 'kind',
            label: 'Ouverture ou reprise',
            input: true,
            validate: { required: true },
            values: [
              { value: 'new', label: 'Ouverture', shortcut: '' },
              { value: 'taken', label: 'Reprise', shortcut: '' },
            ],
          },
          {
            type: 'well',
            key: 'former',
            input: false,
            customConditional: "show = data.kind == 'taken'",
            components: [
              {
                type: 'textfield',
                key: 'owner',
                label: 'Dépôt repris de',
                input: true,
                validate: { required: true },
              },
              {
                type: 'datetime',
                key: 'since',
                label: 'Date de la reprise',
                input: true,
                enableTime: false,
                validate: { required: true },
              },
            ],
          },
        ],
      },
      {
        key: 'equipment',
        type: 'panel',
        title: 'Équipement',
        components: [
          {
            type: 'number',
            key: 'fridge',
            label: 'Volume du frigo (litres)',
            input: true,
            validate: { min: 1, max: 2000 },
          },
          { type: 'checkbox', key: 'probe', label: 'Sonde de température', input: true },
          {
            type: 'textfield',
            key: 'why',
            label: 'Raison de l’absence de sonde',
            input: true,
            validate: { required: true },
            conditional: {
              show: true,
              conjunction: 'all',
              conditions: [
                { component: 'fridge', operator: 'greaterThan', value: 100 },
                { component: 'probe', operator: 'isEqual', value: false },
              ],
            },
          },
          { type: 'time', key: 'opens', label: 'Heure d’ouverture', input: true },
        ],
      },
    ],
  },
  {
    type: 'textarea',
    key: 'remarks',
    label: 'Remarques',
    input: true,
    rows: 3,
    autoExpand: false,
    validate: { required: true },
    customConditional: 'show = _.some(data.tabs, function (tab) { return tab.fridge > 500; });',
  },
  { type: 'sketchpad', key: 'plan', label: 'Plan dessiné du local', input: true },
  { type: 'button', key: 'submit', label: 'Demander l’ouverture', action: 'submit', input: true },
];

export const DEPOT = drawnForm({
  id: 6,
  code: 'depot_opening',
  name: { fr: 'Ouverture d’un dépôt', nl: 'Opening van een depot', en: 'Opening of a depot' },
  components,
  words,
});
