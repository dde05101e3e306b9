/** Content pages and snippets of the distributor. */
import type { Text } from '../../world';

export interface Page {
  id: number;
  slug: Text;
  title: Text;
  content: Text;
  sequence: number;
  group: string | null;
  slots: readonly string[];
}

export const PAGES: readonly Page[] = [
  {
    id: 101,
    slug: { fr: 'qui-sommes-nous', nl: 'over-ons', en: 'about-us' },
    title: { fr: 'Qui sommes-nous ?', nl: 'Over ons', en: 'About us' },
    content: {
      fr: '<p>Coopérative de vétérinaires belges, nous livrons chaque jour médicaments, aliments et matériel aux cabinets, cliniques et pharmacies du pays.</p><h2>En chiffres</h2><ul><li>Quatre comptoirs</li><li>Vingt tournées par jour</li><li>Une livraison sur deux avant 11 h</li></ul>',
      nl: '<p>Als coöperatie van Belgische dierenartsen leveren wij elke dag geneesmiddelen, voeding en materiaal aan praktijken, klinieken en apotheken.</p><h2>In cijfers</h2><ul><li>Vier balies</li><li>Twintig leverrondes per dag</li><li>Eén levering op twee vóór 11.00 u.</li></ul>',
      en: '<p>A cooperative of Belgian vets, we deliver medicines, food and equipment every day to practices, clinics and pharmacies.</p><h2>In figures</h2><ul><li>Four counters</li><li>Twenty rounds a day</li><li>Every second delivery before 11:00</li></ul>',
    },
    sequence: 10,
    group: 'company',
    slots: ['footer'],
  },
  {
    id: 102,
    slug: { fr: 'livraison', nl: 'levering', en: 'delivery' },
    title: { fr: 'Livraison', nl: 'Levering', en: 'Delivery' },
    content: {
      fr: '<p>Commandez avant 13 h, recevez le lendemain. Sous 150 € hors TVA, une participation aux frais de 10,50 € est demandée, sauf si le total de vos commandes atteint 150 € avant la livraison.</p><p>Les produits réfrigérés voyagent en caisse isotherme, les aliments en gros sacs par la tournée.</p>',
      nl: '<p>Vóór 13.00 u. besteld, de volgende dag geleverd. Onder € 150 exclusief btw vragen we een bijdrage in de kosten van € 10,50, tenzij het totaal van uw bestellingen vóór de levering € 150 bereikt.</p><p>Gekoelde producten reizen in een isothermische box, grote zakken voeding met de leverronde.</p>',
      en: '<p>Order before 13:00, receive it the next day. Below €150 excluding VAT a contribution to costs of €10.50 is charged, unless the total of your orders reaches €150 before delivery.</p><p>Refrigerated goods travel in insulated boxes, large bags of food with the delivery round.</p>',
    },
    sequence: 20,
    group: 'help',
    slots: ['footer', 'checkout'],
  },
  {
    id: 103,
    slug: { fr: 'retours', nl: 'retourneren', en: 'returns' },
    title: {
      fr: 'Retours et réclamations',
      nl: 'Retours en klachten',
      en: 'Returns and complaints',
    },
    content: {
      fr: '<p>Signalez toute erreur dans les 48 heures. Les médicaments ne sont repris que s’ils n’ont pas quitté la chaîne de distribution ; les produits commandés spécialement ne sont ni repris ni échangés.</p>',
      nl: '<p>Meld elke fout binnen 48 uur. Geneesmiddelen nemen we enkel terug als ze de distributieketen niet verlaten hebben; speciaal bestelde producten worden niet teruggenomen of omgeruild.</p>',
      en: '<p>Report any error within 48 hours. Medicines are taken back only if they have not left the distribution chain; goods ordered specially are neither taken back nor exchanged.</p>',
    },
    sequence: 30,
    group: 'help',
    slots: ['footer'],
  },
  {
    id: 104,
    slug: { fr: 'conditions-generales', nl: 'algemene-voorwaarden', en: 'terms-and-conditions' },
    title: {
      fr: 'Conditions générales de vente',
      nl: 'Algemene verkoopsvoorwaarden',
      en: 'Terms and conditions of sale',
    },
    content: {
      fr: '<p>Nos ventes sont réservées aux professionnels. Les médicaments sont délivrés aux seules personnes habilitées, sur présentation de leur numéro de dépôt ou d’autorisation.</p><p>Les factures sont payables à trente jours.</p>',
      nl: '<p>Onze verkoop is voorbehouden aan professionals. Geneesmiddelen worden enkel geleverd aan bevoegde personen, op vertoon van hun depot- of vergunningsnummer.</p><p>Facturen zijn betaalbaar binnen dertig dagen.</p>',
      en: '<p>We sell to professionals only. Medicines are supplied only to entitled persons, on presentation of their depot or authorisation number.</p><p>Invoices are payable within thirty days.</p>',
    },
    sequence: 40,
    group: 'legal',
    slots: ['footer', 'registration'],
  },
  {
    id: 105,
    slug: { fr: 'vie-privee', nl: 'privacy', en: 'privacy' },
    title: { fr: 'Vie privée', nl: 'Privacy', en: 'Privacy' },
    content: {
      fr: '<p>Vos données servent à traiter vos commandes et à respecter nos obligations légales de traçabilité. Vous pouvez les consulter et les faire corriger.</p>',
      nl: '<p>Uw gegevens dienen om uw bestellingen te verwerken en onze wettelijke traceerbaarheidsplicht na te komen. U kunt ze inkijken en laten verbeteren.</p>',
      en: '<p>Your data are used to process your orders and to meet our legal duty of traceability. You may see them and have them corrected.</p>',
    },
    sequence: 50,
    group: 'legal',
    slots: ['footer'],
  },
];

interface Snippet {
  id: number;
  code: string;
  content: Text;
}

export const SNIPPETS: readonly Snippet[] = [
  {
    id: 301,
    code: 'home_welcome',
    content: {
      fr: '<p>Bienvenue dans la boutique des vétérinaires. Vos prix apparaissent dès que vous êtes connecté.</p>',
      nl: '<p>Welkom in de webshop voor dierenartsen. U ziet uw prijzen zodra u aangemeld bent.</p>',
      en: '<p>Welcome to the vets’ shop. Your prices appear as soon as you are signed in.</p>',
    },
  },
  {
    id: 302,
    code: 'login_help',
    content: {
      fr: '<p>Première visite ? Demandez vos accès au <a href="tel:+3284000000">+32 84 00 00 00</a>.</p>',
      nl: '<p>Eerste bezoek? Vraag uw toegang aan op <a href="tel:+3284000000">+32 84 00 00 00</a>.</p>',
      en: '<p>First visit? Ask for access on <a href="tel:+3284000000">+32 84 00 00 00</a>.</p>',
    },
  },
  {
    id: 303,
    code: 'help_with_fee',
    content: {
      fr: '<p>Groupez vos commandes de la journée : la participation aux frais disparaît dès 150 € hors TVA.</p>',
      nl: '<p>Groepeer uw bestellingen van de dag: de bijdrage in de kosten vervalt vanaf € 150 exclusief btw.</p>',
      en: '<p>Group your orders of the day: the contribution to costs disappears from €150 excluding VAT.</p>',
    },
  },
  {
    id: 304,
    code: 'footer_contact',
    content: {
      fr: '<p>Service clientèle : <strong>+32 84 00 00 00</strong>, en semaine de 7 h 30 à 16 h.</p>',
      nl: '<p>Klantendienst: <strong>+32 84 00 00 00</strong>, op weekdagen van 7.30 u. tot 16.00 u.</p>',
      en: '<p>Customer service: <strong>+32 84 00 00 00</strong>, weekdays from 7:30 to 16:00.</p>',
    },
  },
];
