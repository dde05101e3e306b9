/**
 * A form with the components of Form.io's documented examples for conditions, data grid, file and signature: a claim
 * about a delivery, whose fields depend on the fault.
 */
import { drawnForm, type Words } from './drawn-form';

const words: Words = {
  'Ce qui ne va pas': ['Wat er scheelt', 'What is wrong'],
  'Manquant ou en trop': ['Ontbreekt of te veel', 'Missing or too many'],
  Abîmé: ['Beschadigd', 'Damaged'],
  'En retard': ['Te laat', 'Late'],
  'Produits concernés': ['Betrokken producten', 'Products concerned'],
  'Référence ou nom': ['Referentie of naam', 'Reference or name'],
  Quantité: ['Aantal', 'Quantity'],
  'À remplacer': ['Te vervangen', 'To be replaced'],
  'Ajouter un produit': ['Product toevoegen', 'Add a product'],
  'État du colis': ['Staat van het pakket', 'State of the parcel'],
  'Emballage ouvert': ['Verpakking open', 'Packaging open'],
  'Chaîne du froid rompue': ['Koudeketen onderbroken', 'Cold chain broken'],
  'Température relevée (°C)': ['Gemeten temperatuur (°C)', 'Temperature measured (°C)'],
  'Photo ou bon de livraison': ['Foto of leveringsbon', 'Photo or delivery note'],
  'Livraison attendue le': ['Levering verwacht op', 'Delivery expected on'],
  'E-mail': ['E-mail', 'E-mail'],
  Signature: ['Handtekening', 'Signature'],
  'Envoyer la réclamation': ['Klacht versturen', 'Send the claim'],
  Effacer: ['Wissen', 'Clear'],
};

const components = [
  {
    type: 'select',
    key: 'problem',
    label: 'Ce qui ne va pas',
    input: true,
    data: {
      values: [
        { value: 'count', label: 'Manquant ou en trop' },
        { value: 'damaged', label: 'Abîmé' },
        { value: 'late', label: 'En retard' },
      ],
    },
    dataSrc: 'values',
    widget: 'choicesjs',
    validate: { required: true },
  },
  {
    type: 'datagrid',
    key: 'products',
    label: 'Produits concernés',
    addAnother: 'Ajouter un produit',
    input: true,
    tree: true,
    reorder: false,
    initEmpty: false,
    conditional: {
      show: true,
      conjunction: 'any',
      conditions: [
        { component: 'problem', operator: 'isEqual', value: 'count' },
        { component: 'problem', operator: 'isEqual', value: 'damaged' },
      ],
    },
    components: [
      {
        type: 'textfield',
        key: 'product',
        label: 'Référence ou nom',
        input: true,
        tableView: true,
        validate: { required: true },
      },
      {
        type: 'number',
        key: 'quantity',
        label: 'Quantité',
        input: true,
        decimalLimit: 0,
        validate: { required: true, min: 1 },
      },
      { type: 'checkbox', key: 'replace', label: 'À remplacer', input: true, defaultValue: false },
    ],
  },
  {
    type: 'panel',
    key: 'parcel',
    title: 'État du colis',
    input: false,
    collapsible: false,
    conditional: { show: 'true', when: 'problem', eq: 'damaged' },
    components: [
      {
        type: 'selectboxes',
        key: 'state',
        label: 'État du colis',
        input: true,
        inputType: 'checkbox',
        values: [
          { value: 'open', label: 'Emballage ouvert', shortcut: '' },
          { value: 'warm', label: 'Chaîne du froid rompue', shortcut: '' },
        ],
        validate: { required: true },
      },
      {
        type: 'number',
        key: 'degrees',
        label: 'Température relevée (°C)',
        input: true,
        validate: { required: true, min: -40, max: 60 },
        customConditional: "show = data.problem === 'damaged' && data.state == 'warm';",
      },
    ],
  },
  {
    type: 'datetime',
    key: 'expected',
    label: 'Livraison attendue le',
    input: true,
    enableTime: true,
    format: 'yyyy-MM-dd hh:mm a',
    validate: { required: true },
    conditional: { show: true, when: 'problem', eq: 'late' },
  },
  {
    type: 'file',
    key: 'proof',
    label: 'Photo ou bon de livraison',
    input: true,
    storage: 'base64',
    filePattern: '*',
    multiple: false,
    conditional: { show: false, when: 'problem', eq: 'late' },
  },
  { type: 'email', key: 'email', label: 'E-mail', input: true, validate: { required: true } },
  {
    type: 'signature',
    key: 'signature',
    label: 'Signature',
    input: true,
    footer: 'Signature',
    width: '100%',
    height: '150px',
    validate: { required: true },
  },
  {
    type: 'button',
    key: 'submit',
    label: 'Envoyer la réclamation',
    action: 'submit',
    theme: 'primary',
    input: true,
  },
  {
    type: 'button',
    key: 'reset',
    label: 'Effacer',
    action: 'reset',
    theme: 'warning',
    input: true,
  },
];

export const CLAIM = drawnForm({
  id: 4,
  code: 'delivery_claim',
  name: {
    fr: 'Réclamation sur une livraison',
    nl: 'Klacht over een levering',
    en: 'Claim about a delivery',
  },
  components,
  words,
});
