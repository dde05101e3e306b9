/** A form with forty components: the yearly check of a practice's pharmacy, shelf by shelf. */
import { drawnForm, type Words } from './drawn-form';

const places = [
  ['Armoire principale', 'Hoofdkast', 'Main cupboard'],
  ['Frigo', 'Koelkast', 'Fridge'],
  ['Coffre des stupéfiants', 'Kluis voor verdovende middelen', 'Narcotics safe'],
  ['Salle de chirurgie', 'Operatiekamer', 'Theatre'],
  ['Voiture', 'Wagen', 'Car'],
  ['Réserve', 'Voorraadkamer', 'Store room'],
] as const;
/** Questions that the form repeats for each storage location. */
const questions = [
  ['rangement en ordre', 'goed geordend', 'in good order'],
  ['nombre de boîtes périmées', 'aantal vervallen dozen', 'number of expired boxes'],
  ['dernier contrôle', 'laatste controle', 'last check'],
  ['responsable', 'verantwoordelijke', 'in charge'],
  ['remarques', 'opmerkingen', 'remarks'],
] as const;
const kinds = ['checkbox', 'number', 'day', 'textfield', 'textarea'] as const;

const words: Record<string, readonly [string, string]> = {
  Cabinet: ['Praktijk', 'Practice'],
  Ville: ['Stad', 'Town'],
  'E-mail': ['E-mail', 'E-mail'],
  'Terminer le contrôle': ['Controle afronden', 'Finish the check'],
};
const components: object[] = [
  {
    type: 'textfield',
    key: 'practice',
    label: 'Cabinet',
    input: true,
    validate: { required: true },
  },
  { type: 'textfield', key: 'town', label: 'Ville', input: true },
  { type: 'email', key: 'email', label: 'E-mail', input: true },
];
for (const [at, [fr, nl, en]] of places.entries()) {
  words[fr] = [nl, en];
  const asked = questions.map(([french, dutch, english], question) => {
    const label = `${fr} : ${french}`;
    words[label] = [`${nl}: ${dutch}`, `${en}: ${english}`];
    return { type: kinds[question], key: `place${at}_${question}`, label, input: true };
  });
  components.push({ type: 'panel', key: `panel${at}`, title: fr, input: false, components: asked });
}
components.push({
  type: 'button',
  key: 'submit',
  label: 'Terminer le contrôle',
  action: 'submit',
  input: true,
});

export const AUDIT = drawnForm({
  id: 7,
  code: 'pharmacy_audit',
  name: { fr: 'Contrôle de la pharmacie', nl: 'Controle van de apotheek', en: 'Pharmacy check' },
  components,
  words: words satisfies Words,
});
