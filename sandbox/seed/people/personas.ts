/** Special traits of single sample customers, in addition to the trade facts. */
import type { Text, WorldAddress, WorldCustomer } from '../../world';

interface Persona {
  /** Local part of `@demo.example`; the password is the same word with `-demo`. */
  login: string;
  summary: Text;
  change?: Partial<
    Pick<
      WorldCustomer,
      'canOrder' | 'helpWithFee' | 'rebateVisible' | 'pricelistDiscounts' | 'optOut'
    >
  >;
}

/** By customer number; the demo prints them in this order at start. */
export const PERSONAS: Readonly<Record<string, Persona>> = {
  C10021: {
    login: 'vet',
    summary: {
      fr: 'Cabinet vétérinaire à Marche-en-Famenne : tarif vétérinaire, remise A, deux groupes',
      nl: 'Dierenartspraktijk in Marche-en-Famenne: prijslijst dierenartsen, korting A, twee groepen',
      en: 'Veterinary practice in Marche-en-Famenne: veterinary list, discount A, two groups',
    },
    change: { helpWithFee: true },
  },
  C10034: {
    login: 'dierenarts',
    summary: {
      fr: 'Cabinet néerlandophone à Roulers : tarif vétérinaire, remise B',
      nl: 'Nederlandstalige praktijk in Roeselare: prijslijst dierenartsen, korting B',
      en: 'Dutch-speaking practice in Roeselare: veterinary list, discount B',
    },
  },
  C10048: {
    login: 'clinique',
    summary: {
      fr: 'Clinique ouverte 24 h sur 24 : tarif préférentiel, promotions fournisseurs vétérinaires',
      nl: 'Kliniek die dag en nacht open is: voorkeurprijslijst, leveranciersacties voor dierenartsen',
      en: 'Round-the-clock clinic: preferred list, veterinary supplier promotions',
    },
  },
  C10055: {
    login: 'kempenhof',
    summary: {
      fr: 'Clinique avec groupe RFA et deux listes de remises à la fois',
      nl: 'Kliniek met een RFA-groep en twee kortingslijsten tegelijk',
      en: 'Clinic with a rebate (RFA) group and two discount lists at once',
    },
    change: { pricelistDiscounts: ['PD-A', 'PD-C'], helpWithFee: true },
  },
  C10171: {
    login: 'aanzee',
    summary: {
      fr: 'Plusieurs adresses de livraison, dont un point de dépôt',
      nl: 'Meerdere leveringsadressen, waaronder een afzetpunt',
      en: 'Several delivery addresses, one of them a drop-off site',
    },
  },
  C10081: {
    login: 'adresse',
    summary: {
      fr: 'Adresse de livraison incomplète (sans rue) : la commande ne peut être confirmée',
      nl: 'Onvolledig leveringsadres (zonder straat): de bestelling kan niet worden bevestigd',
      en: 'Incomplete delivery address (no street): the order cannot be confirmed',
    },
  },
  C10210: {
    login: 'etudiant',
    summary: {
      fr: 'Étudiant : consulte, mais ne peut pas commander',
      nl: 'Student: kan rondkijken, maar niet bestellen',
      en: 'Student: may look, but not order',
    },
    change: { canOrder: false },
  },
  C10237: {
    login: 'pharmacie',
    summary: {
      fr: 'Pharmacie à Verviers : tarif pharmacie',
      nl: 'Apotheek in Verviers: prijslijst apotheken',
      en: 'Pharmacy in Verviers: pharmacy list',
    },
  },
  C10263: {
    login: 'groothandel',
    summary: {
      fr: 'Grossiste : tarif grossiste, sans promotions fournisseurs',
      nl: 'Groothandel: groothandelsprijslijst, zonder leveranciersacties',
      en: 'Wholesaler: wholesale list, no supplier promotions',
    },
  },
  C10316: {
    login: 'english',
    summary: {
      fr: 'Cabinet anglophone à Uccle',
      nl: 'Engelstalige praktijk in Ukkel',
      en: 'English-speaking practice in Uccle',
    },
  },
  C10284: {
    login: 'leverancier',
    summary: {
      fr: 'Fournisseur : voit ses propres produits',
      nl: 'Leverancier: ziet zijn eigen producten',
      en: 'Supplier: sees its own products',
    },
  },
};

/** Second practices and drop-off sites of customers with several addresses. */
export const MORE_PLACES: Readonly<Record<string, readonly Partial<WorldAddress>[]>> = {
  C10171: [
    {
      name: 'Dierenartsen aan Zee - Blankenberge',
      street: 'Kustpadlaan 12',
      zip: '8370',
      city: 'Blankenberge',
    },
    {
      name: 'Dierenartsen aan Zee - De Haan',
      street: 'Duinbergpad 4',
      zip: '8420',
      city: 'De Haan',
    },
    { name: 'Afhaalpunt Haven', street: null, zip: null, city: 'Zeebrugge', isDropoffSite: true },
    { name: 'Stal Noordduin', street: 'Noordduinweg 31', zip: '8670', city: 'Koksijde' },
  ],
  C10021: [
    {
      name: 'Antenne de Rochefort',
      street: 'rue du Tilleul Rond 3',
      zip: '5580',
      city: 'Rochefort',
      stateCode: 'WNA',
    },
  ],
  C10048: [
    {
      name: 'Pharmacie de garde de la clinique',
      street: 'chaussée des Trois Fontaines 205',
      zip: '1300',
      city: 'Wavre',
    },
    {
      name: 'Dépôt frais Louvain-la-Neuve',
      street: null,
      zip: null,
      city: 'Ottignies-Louvain-la-Neuve',
      isDropoffSite: true,
    },
  ],
  C10055: [
    { name: 'Kempenhof paarden', street: 'Heidebloemdreef 10', zip: '2300', city: 'Turnhout' },
  ],
  C10316: [{ name: null, street: 'avenue du Vieux Tilleul 240', zip: '1180', city: 'Uccle' }],
};
