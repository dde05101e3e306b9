/**
 * Messages of rejected business rules. Odoo's own messages are translated; those of the Shopinvader modules stay
 * English with the quirk `raw-400-texts` (contract/erp.md 3.4).
 */
import type { Lang, Text } from '../../world';
import type { Quirks } from '../quirks';
import { Refusal } from './exchange';

const TEXTS = {
  thereIsNoCart: {
    fr: "Il n'y a pas de panier",
    nl: 'Er is geen winkelwagen',
    en: 'There is no cart',
  },
  carrierRefused: {
    fr: "Ce mode de livraison n'est pas disponible pour votre commande",
    nl: 'Deze leveringswijze is niet beschikbaar voor uw bestelling',
    en: 'This delivery method is not available for your order',
  },
  pickupInvalid: {
    fr: 'Code de point de retrait invalide',
    nl: 'Ongeldige code voor het afhaalpunt',
    en: 'Invalid code for pickup site',
  },
  noCarrierYet: {
    fr: "Choisissez d'abord un mode de livraison",
    nl: 'Kies eerst een leveringswijze',
    en: 'No delivery method is set on the cart',
  },
  noPublicPoints: {
    fr: 'Ce mode de livraison ne propose pas de points d’enlèvement',
    nl: 'Deze leveringswijze kent geen afhaalpunten',
    en: 'This delivery method does not take pickup points',
  },
  unknownCountry: {
    fr: 'Code de pays inconnu',
    nl: 'Onbekende landcode',
    en: 'Unknown country code',
  },
  unknownState: {
    fr: 'Code de région inconnu',
    nl: 'Onbekende regiocode',
    en: 'Unknown state code',
  },
  codeInvalid: {
    fr: "Ce code n'est pas valide ({code}).",
    nl: 'Deze code is ongeldig ({code}).',
    en: 'This code is invalid ({code}).',
  },
  codeExpired: {
    fr: "Ce code promo n'est plus valable.",
    nl: 'Deze promotiecode is vervallen.',
    en: 'This promo code is expired.',
  },
  codeApplied: {
    fr: 'Ce code promo est déjà appliqué.',
    nl: 'Deze promotiecode is al toegepast.',
    en: 'This promo code is already applied.',
  },
  noReward: {
    fr: 'Aucun avantage disponible pour ce code.',
    nl: 'Geen voordeel beschikbaar voor deze code.',
    en: 'No reward available for this code.',
  },
  severalRewards: {
    fr: 'Plusieurs avantages sont possibles : il faut en choisir un.',
    nl: 'Er zijn meerdere voordelen mogelijk: kies er een.',
    en: 'Several rewards are possible: one must be named.',
  },
  rewardNotAllowed: {
    fr: "Cet avantage n'est pas permis pour ce code.",
    nl: 'Dit voordeel is niet toegestaan voor deze code.',
    en: 'This reward is not allowed for this code.',
  },
  severalFreeProducts: {
    fr: 'Plusieurs articles peuvent être offerts : il faut en choisir un.',
    nl: 'Er kunnen meerdere artikelen gratis zijn: kies er een.',
    en: 'Several free products are possible: one must be named.',
  },
  mayNotOrder: {
    fr: 'Votre compte ne permet pas de commander.',
    nl: 'Met uw account kan niet besteld worden.',
    en: 'Your account may not place orders.',
  },
  emptyCart: {
    fr: 'Le panier est vide.',
    nl: 'De winkelwagen is leeg.',
    en: 'The cart is empty.',
  },
  csvNotText: {
    fr: "Le fichier n'est pas un texte UTF-8.",
    nl: 'Het bestand is geen UTF-8-tekst.',
    en: 'The file is not UTF-8 text.',
  },
  csvTooShort: {
    fr: 'Le fichier doit compter au moins deux lignes.',
    nl: 'Het bestand moet minstens twee regels bevatten.',
    en: 'The file needs at least two lines.',
  },
  csvFirstRow: {
    fr: 'La première ligne doit avoir quatre colonnes.',
    nl: 'De eerste regel moet vier kolommen hebben.',
    en: 'The first line needs four columns.',
  },
  csvQuantity: {
    fr: "La quantité de la ligne {line} n'est pas un nombre entier.",
    nl: 'Het aantal op regel {line} is geen geheel getal.',
    en: 'The quantity in line {line} is not a whole number.',
  },
  invoicingNotCreated: {
    fr: 'Il est impossible de créer une adresse de facturation',
    nl: 'Een facturatieadres kan niet aangemaakt worden',
    en: 'Creation of invoicing addresses is not supported',
  },
  addressInUse: {
    fr: "L'adresse {name} est utilisée sur une commande confirmée et ne peut plus être modifiée.",
    nl: 'Het adres {name} wordt gebruikt op een bevestigde bestelling en kan niet meer gewijzigd worden.',
    en: 'Address {name} is used on a confirmed sale order and can no longer be changed.',
  },
  addressIsCustomer: {
    fr: 'Cette adresse est celle du client et ne peut pas être supprimée.',
    nl: 'Dit is het adres van de klant zelf en kan niet verwijderd worden.',
    en: 'This address is the customer itself and cannot be removed.',
  },
  loginTaken: {
    fr: 'Cet identifiant existe déjà.',
    nl: 'Deze login bestaat al.',
    en: 'This login already exists.',
  },
  emptyQuotation: {
    fr: 'La demande de devis ne contient aucun article.',
    nl: 'De offerteaanvraag bevat geen artikelen.',
    en: 'The quotation has no line.',
  },
  originRefused: {
    fr: "L'adresse de retour n'est pas autorisée.",
    nl: 'Het retouradres is niet toegestaan.',
    en: 'This return address is not allowed.',
  },
  adTooLong: {
    fr: "Le texte de l'annonce dépasse 500 caractères.",
    nl: 'De tekst van het zoekertje is langer dan 500 tekens.',
    en: 'The text is longer than 500 characters.',
  },
  adNotPdf: {
    fr: 'Le document joint doit être un PDF.',
    nl: 'Het bijgevoegde document moet een pdf zijn.',
    en: 'The attached document must be a PDF.',
  },
  adDates: {
    fr: 'La date de fin précède la date de début.',
    nl: 'De einddatum ligt vóór de begindatum.',
    en: 'The end date is before the start date.',
  },
  adNotDraft: {
    fr: 'Seule une annonce en projet peut être soumise.',
    nl: 'Alleen een zoekertje in ontwerp kan ingediend worden.',
    en: 'Only a draft ad can be submitted.',
  },
  csvNothing: {
    fr: 'Articles inconnus, non importés :',
    nl: 'Onbekende artikelen, niet ingevoerd:',
    en: 'Unknown items, not imported:',
  },
  contactNeedsName: {
    fr: "L'opération ne peut pas être terminée : Les contacts nécessitent un nom",
    nl: 'De bewerking kan niet worden voltooid: contacten hebben een naam nodig',
    en: 'The operation cannot be completed: Contacts require a name',
  },
  /** Odoo's message for a foreign key without a record; its last two lines name table and constraint. */
  brokenReference: {
    fr:
      "L'opération ne peut pas être terminée : un autre modèle nécessite la suppression de l'enregistrement. Si possible, archivez-le à la place.\n\n" +
      'Modèle : {model}\nContrainte : {constraint}\n',
    nl:
      'De bewerking kan niet worden voltooid: een ander model heeft het record nodig dat wordt verwijderd. Archiveer het indien mogelijk.\n\n' +
      'Model: {model}\nBeperking: {constraint}\n',
    en:
      'The operation cannot be completed: another model requires the record being deleted. If possible, archive it instead.\n\n' +
      'Model: {model}\nConstraint: {constraint}\n',
  },
  cancelRange: {
    fr: 'La quantité doit être comprise entre 1 et {max}.',
    nl: 'Het aantal moet tussen 1 en {max} liggen.',
    en: 'The quantity must be between 1 and {max}.',
  },
  cancelMto: {
    fr: 'Un article commandé spécialement pour vous ne peut pas être annulé.',
    nl: 'Een artikel dat speciaal voor u besteld werd, kan niet geannuleerd worden.',
    en: 'An item ordered specially for you cannot be cancelled.',
  },
} as const satisfies Record<string, Text>;

type TextKey = keyof typeof TEXTS;

/** Messages that Odoo itself translates, in every profile. */
const TRANSLATED_ANYWAY: ReadonlySet<TextKey> = new Set([
  'codeInvalid',
  'cancelRange',
  'cancelMto',
]);

/** Messages that the modules of Odoo 18 also translate, in addition to those of constraints. */
const TRANSLATED_IN_18: ReadonlySet<TextKey> = new Set([
  'codeApplied',
  'contactNeedsName',
  'brokenReference',
]);

interface Speaker {
  erp: { quirks: Quirks };
  lang: Lang;
}

export function sentence(call: Speaker, key: TextKey, values: Record<string, string> = {}): string {
  const { quirks } = call.erp;
  const isTranslated =
    TRANSLATED_ANYWAY.has(key) ||
    (quirks.has('translated-constraints') && TRANSLATED_IN_18.has(key));
  const raw = quirks.has('raw-400-texts') && !isTranslated;
  const text: string = TEXTS[key][raw ? 'en' : call.lang];
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}

export function refusal(call: Speaker, key: TextKey, values: Record<string, string> = {}): Refusal {
  return new Refusal(400, sentence(call, key, values));
}
