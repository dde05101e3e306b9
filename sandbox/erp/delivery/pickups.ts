/**
 * Pickup points: the distributor's own counters, and points that only a parcel carrier knows (contract/erp.md 6.11,
 * 11.3).
 */
import type { ErpState } from '../call';
import { countryIdOf, stateIdOf } from '../account/countries';
import type { AddressRecord } from '../store/records';

export interface PickupSite {
  /** Id of the point's address record; null if only the carrier knows the point (9.9). */
  id: number | null;
  carrierId: number;
  code: string;
  name: string;
  street: string;
  zip: string;
  city: string;
  state: string;
  phone: string | null;
}

const COUNTER = 3;
const PARCEL = 4;

function site(
  id: number | null,
  carrierId: number,
  place: readonly [
    code: string,
    name: string,
    street: string,
    zip: string,
    city: string,
    state: string,
  ],
  phone: string | null = null,
): PickupSite {
  const [code, name, street, zip, city, state] = place;
  return { id, carrierId, code, name, street, zip, city, state, phone };
}

export const PICKUP_SITES: readonly PickupSite[] = [
  site(
    9_001,
    COUNTER,
    ['P001', 'Comptoir Marche', 'Parc de la Famenne 4', '6900', 'Marche-en-Famenne', 'WLX'],
    '+32 84 00 00 01',
  ),
  site(
    9_002,
    COUNTER,
    ['P002', 'Comptoir Namur', 'Zoning de la Pépinière 12', '5000', 'Namur', 'WNA'],
    '+32 81 00 00 02',
  ),
  site(
    9_003,
    COUNTER,
    ['P003', 'Balie Geel', 'Nijverheidslaan 20', '2440', 'Geel', 'VAN'],
    '+32 14 00 00 03',
  ),
  site(
    9_004,
    COUNTER,
    ['P004', 'Balie Roeselare', 'Sprietstraat 8', '8800', 'Roeselare', 'VWV'],
    '+32 51 00 00 04',
  ),
  site(9_005, PARCEL, [
    'R101',
    'Papeterie des Ardennes',
    'Grand-Rue 31',
    '6800',
    'Libramont',
    'WLX',
  ]),
  site(9_006, PARCEL, ['R102', 'Dagbladhandel De Pluim', 'Marktplein 6', '3500', 'Hasselt', 'VLI']),
  site(null, PARCEL, [
    'R201',
    'Consigne gare de Ciney',
    'Place de la Gare 1',
    '5590',
    'Ciney',
    'WNA',
  ]),
  site(null, PARCEL, ['R202', 'Automaat Diest', 'Leuvensestraat 40', '3290', 'Diest', 'VBR']),
];

export function pickupShape(place: PickupSite) {
  return {
    id: place.id,
    code: place.code,
    name: place.name,
    street: place.street,
    street2: null,
    zip: place.zip,
    city: place.city,
    phone: place.phone,
    state_code: place.state,
    country_code: 'BE',
    carrier_id: place.carrierId,
  };
}

/** The delivery address of a cart that goes to a pickup point. */
export function pickupAddress(
  erp: ErpState,
  id: number,
  place: {
    name: string;
    street: string | null;
    street2: string | null;
    zip: string;
    city: string;
    phone: string | null;
    state: string | null;
    country: string;
  },
): AddressRecord {
  return {
    id,
    customerId: null,
    kind: 'pickup',
    dropoff: true,
    archived: false,
    name: place.name,
    street: place.street,
    street2: place.street2,
    zip: place.zip,
    city: place.city,
    phone: place.phone,
    mobile: null,
    email: null,
    vat: null,
    titleId: null,
    stateId: stateIdOf(erp.world, place.state),
    countryId: countryIdOf(erp.world, place.country),
  };
}
