/** Info banners and advertisements (contract search.md 1.6 and 1.7): current, past and future ones. */
import type { Lang, SearchDocument, Text } from '../../world';
import { addDays } from '../trade/calendar';

type Moment = readonly [days: number, time: string];

function moment(today: string, at: Moment | null): string | null {
  return at && `${addDays(today, at[0])}T${at[1]}`;
}

interface Banner {
  id: number;
  type: 'info' | 'warning' | 'danger';
  visibility: 'all' | 'connected' | 'anonymous' | null;
  /** Days relative to the sample world's current day, and the time of day; null: unlimited. */
  from: Moment | null;
  to: Moment | null;
  html: Text;
}

const BANNERS: readonly Banner[] = [
  {
    id: 1,
    type: 'info',
    visibility: 'all',
    from: [-5, '06:00:00'],
    to: [12, '22:00:00'],
    html: {
      fr: '<p>Commandes reçues avant <strong>13 h</strong> : expédiées le jour même.</p>',
      nl: '<p>Bestellingen vóór <strong>13.00 u.</strong> worden dezelfde dag verzonden.</p>',
      en: '<p>Orders received before <strong>13:00</strong> leave the same day.</p>',
    },
  },
  {
    id: 2,
    type: 'warning',
    visibility: 'connected',
    from: [-5, '06:00:00'],
    to: null,
    html: {
      fr: '<p>Produits frais : pas de livraison le vendredi ni la veille d’un jour férié.</p>',
      nl: '<p>Koelproducten: geen levering op vrijdag of de dag voor een feestdag.</p>',
      en: '<p>Cold products: no delivery on Fridays or on the eve of a public holiday.</p>',
    },
  },
  {
    id: 3,
    type: 'info',
    visibility: 'anonymous',
    from: null,
    to: null,
    html: {
      fr: '<p>Réservé aux professionnels de la santé animale.</p>',
      nl: '<p>Enkel voor professionals in de diergezondheid.</p>',
      en: '<p>For animal health professionals only.</p>',
    },
  },
  {
    id: 4,
    type: 'danger',
    visibility: 'connected',
    from: [-5, '06:00:00'],
    to: [25, '22:00:00'],
    html: {
      fr: '<p>Langue bleue : stocks de vaccins limités. <a href="/fr/search?q=langue+bleue">Voir les disponibilités</a></p>',
      nl: '<p>Blauwtong: beperkte voorraad vaccins. <a href="/nl/search?q=blauwtong">Bekijk de beschikbaarheid</a></p>',
      en: '<p>Bluetongue: vaccine stocks are limited. <a href="/en/search?q=bluetongue">See what is available</a></p>',
    },
  },
  {
    id: 5,
    type: 'warning',
    visibility: 'all',
    from: [-60, '06:00:00'],
    to: [-20, '22:00:00'],
    html: {
      fr: '<p>Inventaire terminé.</p>',
      nl: '<p>De inventaris is afgerond.</p>',
      en: '<p>Stocktaking is over.</p>',
    },
  },
  {
    id: 6,
    type: 'info',
    visibility: 'all',
    from: [31, '00:00:00'],
    to: [60, '23:59:59'],
    html: {
      fr: '<p>Nouveau tarif à partir de ce mois.</p>',
      nl: '<p>Nieuwe prijslijst vanaf deze maand.</p>',
      en: '<p>New price list from this month.</p>',
    },
  },
];

export function bannerDocuments(today: string, lang: Lang): SearchDocument[] {
  return BANNERS.map((banner) => ({
    id: banner.id,
    date_start: moment(today, banner.from),
    date_end: moment(today, banner.to),
    html: banner.html[lang],
    type: banner.type,
    visibility: banner.visibility,
  }));
}

interface Advert {
  id: number;
  name: Text;
  time: number | null;
  slot: string | null;
  from: Moment | null;
  to: Moment | null;
  file: boolean;
  page: string | null;
}

const OPEN: Pick<Advert, 'from' | 'to'> = { from: [-8, '00:00:00'], to: [21, '21:59:59'] };
const ADVERTS: readonly Advert[] = [
  {
    id: 1,
    name: { fr: 'Mois de la dent', nl: 'Maand van het gebit', en: 'Dental month' },
    time: 10,
    slot: 'bottom_right',
    ...OPEN,
    file: false,
    page: '/promotions',
  },
  {
    id: 2,
    name: { fr: 'Catalogue de matériel', nl: 'Materiaalcatalogus', en: 'Equipment catalogue' },
    time: null,
    slot: null,
    ...OPEN,
    file: true,
    page: null,
  },
  {
    id: 3,
    name: {
      fr: 'Action printemps : puces et tiques',
      nl: 'Lenteactie: vlooien en teken',
      en: 'Spring offer: fleas and ticks',
    },
    time: -1,
    slot: 'home',
    from: null,
    to: null,
    file: false,
    page: '/promotions?promotion_ending=1',
  },
  {
    id: 4,
    name: { fr: 'Saison des vêlages', nl: 'Kalfseizoen', en: 'Calving season' },
    time: 8,
    slot: 'bottom_right',
    from: [-90, '00:00:00'],
    to: [-30, '21:59:59'],
    file: false,
    page: '/search?q=v%C3%AAlage',
  },
  {
    id: 5,
    name: { fr: 'Semaine du senior', nl: 'Seniorenweek', en: 'Senior week' },
    time: 12,
    slot: 'bottom_right',
    from: [30, '00:00:00'],
    to: [37, '21:59:59'],
    file: false,
    page: '/promotions',
  },
];

export function advertDocuments(today: string, mediaBase: string, lang: Lang): SearchDocument[] {
  return ADVERTS.map((advert) => ({
    id: advert.id,
    name: advert.name[lang],
    ...(advert.time === null ? {} : { display_time: advert.time }),
    ...(advert.slot === null ? {} : { display_slot: advert.slot }),
    date_start: moment(today, advert.from),
    date_end: moment(today, advert.to),
    file_url: advert.file ? `${mediaBase}/d/catalogue-${lang}.pdf` : null,
    site_url: advert.page,
    image: { src: `${mediaBase}/a/${advert.id}-${lang}.svg`, alt: advert.name[lang] },
  }));
}

/** The text drawn on an advertisement's picture. */
export function advertTitle(id: number): Text | null {
  return ADVERTS.find((advert) => advert.id === id)?.name ?? null;
}
