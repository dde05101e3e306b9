/** Forms that staff create in the ERP (contract/erp.md 15.1 and 15.2): JSON inside a string. */
import { z } from 'zod';
import { idParam, type Call } from '../call';
import type { Lang, Text } from '../../world';
import { receive } from '../account/registrations';
import { json, notFound, type ErpResponse } from '../protocol/exchange';
import { read, text } from '../protocol/fields';
import { sizeData } from '../protocol/paging';
import { openToAll, type Route } from '../protocol/router';
import { AUDIT } from './audit-form';
import { CLAIM } from './claim-form';
import { DEPOT } from './depot-form';
import { EVENING } from './evening-form';
import { VISIT } from './visit-form';

interface Component {
  type: 'textfield' | 'email' | 'textarea' | 'number' | 'select' | 'checkbox' | 'radio' | 'button';
  key: string;
  label: Text;
  required?: boolean;
  values?: readonly { value: string; label: Text }[];
}

interface Form {
  id: number;
  code: string;
  name: Text;
  sequence: number;
  customersOnly: boolean;
  components: readonly Component[];
  /** A form as saved by the editor, instead of `components`: French text, translated by its options. */
  drawn?: { form: object; options: object };
}

const SEND: Component = {
  type: 'button',
  key: 'submit',
  label: { fr: 'Envoyer', nl: 'Versturen', en: 'Send' },
};

const FORMS: readonly Form[] = [
  {
    id: 1,
    code: 'satisfaction',
    name: {
      fr: 'Enquête de satisfaction',
      nl: 'Tevredenheidsenquête',
      en: 'Satisfaction survey',
    },
    sequence: 10,
    customersOnly: false,
    components: [
      {
        type: 'radio',
        key: 'delivery',
        label: {
          fr: 'Êtes-vous satisfait des livraisons ?',
          nl: 'Bent u tevreden over de leveringen?',
          en: 'Are you satisfied with deliveries?',
        },
        required: true,
        values: [
          { value: 'yes', label: { fr: 'Oui', nl: 'Ja', en: 'Yes' } },
          { value: 'partly', label: { fr: 'En partie', nl: 'Gedeeltelijk', en: 'Partly' } },
          { value: 'no', label: { fr: 'Non', nl: 'Nee', en: 'No' } },
        ],
      },
      {
        type: 'textarea',
        key: 'remarks',
        label: { fr: 'Remarques', nl: 'Opmerkingen', en: 'Remarks' },
      },
      {
        type: 'email',
        key: 'email',
        label: { fr: 'E-mail (facultatif)', nl: 'E-mail (optioneel)', en: 'E-mail (optional)' },
      },
      SEND,
    ],
  },
  {
    id: 2,
    code: 'return_request',
    name: { fr: 'Demande de retour', nl: 'Retouraanvraag', en: 'Return request' },
    sequence: 20,
    customersOnly: true,
    components: [
      {
        type: 'textfield',
        key: 'order',
        label: { fr: 'Numéro de commande', nl: 'Bestelnummer', en: 'Order number' },
        required: true,
      },
      {
        type: 'number',
        key: 'quantity',
        label: { fr: 'Quantité', nl: 'Aantal', en: 'Quantity' },
        required: true,
      },
      {
        type: 'select',
        key: 'reason',
        label: { fr: 'Motif', nl: 'Reden', en: 'Reason' },
        required: true,
        values: [
          { value: 'damaged', label: { fr: 'Abîmé', nl: 'Beschadigd', en: 'Damaged' } },
          {
            value: 'wrong',
            label: { fr: 'Erreur de produit', nl: 'Verkeerd product', en: 'Wrong item' },
          },
          {
            value: 'expired',
            label: {
              fr: 'Péremption trop courte',
              nl: 'Te korte houdbaarheid',
              en: 'Shelf life too short',
            },
          },
        ],
      },
      {
        type: 'checkbox',
        key: 'cold_chain',
        label: {
          fr: 'La chaîne du froid a été respectée',
          nl: 'De koudeketen werd gerespecteerd',
          en: 'The cold chain was kept',
        },
      },
      SEND,
    ],
  },
  VISIT,
  CLAIM,
  EVENING,
  DEPOT,
  AUDIT,
];

function componentShape(component: Component, lang: Lang) {
  const { type, key, label, required, values } = component;
  const options = values?.map((entry) => ({ value: entry.value, label: entry.label[lang] }));
  return {
    type,
    key,
    label: label[lang],
    input: true,
    ...(required ? { validate: { required } } : {}),
    ...(options ? (type === 'select' ? { data: { values: options } } : { values: options }) : {}),
  };
}

function visible(call: Call): Form[] {
  return FORMS.filter((form) => !form.customersOnly || call.customer !== null);
}

function list(call: Call): ErpResponse {
  const { lang } = call;
  const data = visible(call).map((form) => ({
    id: form.id,
    code: form.code,
    name: form.name[lang],
    form: JSON.stringify(
      form.drawn?.form ?? {
        components: form.components.map((component) => componentShape(component, lang)),
      },
    ),
    form_options: JSON.stringify(form.drawn?.options ?? { i18n: { fr: {}, en: {}, nl: {} } }),
    sequence: form.sequence,
  }));
  return sizeData(data.length, data);
}

const Answers = z.object({ data: z.record(z.string(), text()) });

function answer(call: Call): ErpResponse {
  const input = read(Answers, call.body, 'body');
  const form = visible(call).find(({ id }) => id === idParam(call, 'form_id'));
  if (!form) throw notFound('No such form');
  receive(call, 'form', { form: form.code, customer_id: call.customer?.id ?? null, ...input });
  return json(200, { status: 'OK' });
}

const released = false;

/** The ERP also accepts the plural path `forms`. */
export const formRoutes: Route[] = ['form', 'forms'].flatMap((root) => [
  openToAll('GET', root, list, { released }),
  openToAll('POST', `${root}/{form_id:int}`, answer, { released }),
]);
