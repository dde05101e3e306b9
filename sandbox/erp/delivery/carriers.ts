/**
 * Delivery carriers with their destinations and prices (contract/erp.md 6.10, 9.4, 11). Prices depend on the weight of
 * the goods. The surcharge for orders below 150 EUR is a text of the shop, not a line of the order.
 */
import type { Lang, Text } from '../../world';
import type { ErpState } from '../call';
import { addressCountry } from '../store/addresses';
import type { SaleRecord } from '../store/records';
import { isGoods } from '../sale/amounts';

export interface Carrier {
  id: number;
  code: string;
  name: Text;
  description: Text;
  countries: readonly string[];
  /** Maximum weight of a shipment, in kilograms. */
  maxKg: number;
  price: number;
  /** Price of each kilogram above 20. */
  perExtraKg: number;
  withDropoffSite: boolean;
  /** Accepts pickup points that only the carrier knows (9.9). */
  takesPublicPoints: boolean;
}

export const DELIVERY_VAT = 21;
const INCLUDED_KG = 20;

/** Product of a delivery fee line; it is not in the product index (6.5). */
export const DELIVERY_PRODUCT_ID = 9_000_001;

export const CARRIERS: readonly Carrier[] = [
  {
    id: 1,
    code: 'ROUND',
    name: { fr: 'Tournée du dépôt', nl: 'Leverronde van het depot', en: 'Depot delivery round' },
    description: {
      fr: 'Livraison par nos chauffeurs, en semaine, jour suivant pour les commandes avant 13 h.',
      nl: 'Levering door onze chauffeurs, op weekdagen, de volgende dag voor bestellingen vóór 13.00 u.',
      en: 'Delivered by our own drivers on weekdays, next day for orders before 13:00.',
    },
    countries: ['BE', 'LU'],
    maxKg: 2_000,
    price: 0,
    perExtraKg: 0,
    withDropoffSite: false,
    takesPublicPoints: false,
  },
  {
    id: 2,
    code: 'EXPRESS',
    name: {
      fr: 'Express avant 10\u00a0h',
      nl: 'Express vóór 10.00 u.',
      en: 'Express before 10:00',
    },
    description: {
      fr: 'Coursier frigorifique le lendemain avant 10\u00a0h.',
      nl: 'Gekoelde koerier, de volgende dag vóór 10.00 u.',
      en: 'Refrigerated courier, next day before 10:00.',
    },
    countries: ['BE', 'LU', 'NL', 'FR', 'DE'],
    maxKg: 60,
    price: 14.9,
    perExtraKg: 0.45,
    withDropoffSite: false,
    takesPublicPoints: false,
  },
  {
    id: 3,
    code: 'DEPOT',
    name: { fr: 'Retrait au comptoir', nl: 'Afhalen aan de balie', en: 'Counter collection' },
    description: {
      fr: 'À retirer à l’un de nos comptoirs dès le lendemain, 9 h.',
      nl: 'Af te halen aan een van onze balies vanaf de volgende dag, 9.00 u.',
      en: 'Ready for collection at one of our counters from 9:00 the next day.',
    },
    countries: ['BE', 'LU'],
    maxKg: 500,
    price: 2.5,
    perExtraKg: 0,
    withDropoffSite: true,
    takesPublicPoints: false,
  },
  {
    id: 4,
    code: 'PARCEL',
    name: {
      fr: 'Colis en point d’enlèvement',
      nl: 'Pakje in afhaalpunt',
      en: 'Parcel to a pickup point',
    },
    description: {
      fr: 'Colis jusqu’à 30 kg, sans produits réfrigérés, dans un point d’enlèvement.',
      nl: 'Pakje tot 30 kg, zonder gekoelde producten, in een afhaalpunt.',
      en: 'Parcel of up to 30 kg, no refrigerated goods, to a pickup point.',
    },
    countries: ['BE', 'LU', 'NL'],
    maxKg: 30,
    price: 4.95,
    perExtraKg: 0,
    withDropoffSite: true,
    takesPublicPoints: true,
  },
  {
    id: 5,
    code: 'NLPOST',
    name: { fr: 'Colis Pays-Bas', nl: 'Pakket Nederland', en: 'Parcel Netherlands' },
    description: {
      fr: 'Colis aux Pays-Bas, deux jours ouvrables.',
      nl: 'Pakket naar Nederland, twee werkdagen.',
      en: 'Parcel to the Netherlands, two working days.',
    },
    countries: ['NL'],
    maxKg: 30,
    price: 8.25,
    perExtraKg: 0,
    withDropoffSite: false,
    takesPublicPoints: false,
  },
];

export function carrierById(id: number | null): Carrier | null {
  return CARRIERS.find((carrier) => carrier.id === id) ?? null;
}

export function weightOf(erp: ErpState, sale: SaleRecord): number {
  return sale.lines
    .filter(isGoods)
    .reduce((sum, line) => sum + (erp.variants.get(line.productId)?.weightKg ?? 0) * line.qty, 0);
}

export function priceFor(carrier: Carrier, weightKg: number): number {
  const extra = Math.max(0, weightKg - INCLUDED_KG) * carrier.perExtraKg;
  return Math.round((carrier.price + extra) * 100) / 100;
}

interface Destination {
  /** ISO code; null if the address has no country. */
  country: string | null;
}

export function destinationOf(erp: ErpState, sale: SaleRecord): Destination {
  return { country: addressCountry(erp, sale.deliveryAddressId) };
}

/** Carriers that deliver this cart to this destination, cheapest first. */
export function offeredCarriers(
  erp: ErpState,
  sale: SaleRecord,
  destination: Destination = destinationOf(erp, sale),
): { carrier: Carrier; price: number }[] {
  const weight = weightOf(erp, sale);
  return CARRIERS.filter(
    (carrier) =>
      carrier.maxKg >= weight &&
      destination.country !== null &&
      carrier.countries.includes(destination.country),
  )
    .map((carrier) => ({ carrier, price: priceFor(carrier, weight) }))
    .sort((a, b) => a.price - b.price || a.carrier.id - b.carrier.id);
}

export function methodShape(carrier: Carrier, lang: Lang) {
  return {
    id: carrier.id,
    name: carrier.name[lang],
    code: carrier.code,
    description: carrier.description[lang],
  };
}

/** The JSON shape of a carrier in `selected_carrier` and in carrier lists. */
export function carrierShape(carrier: Carrier, lang: Lang) {
  return { ...methodShape(carrier, lang), with_dropoff_site: carrier.withDropoffSite || null };
}
