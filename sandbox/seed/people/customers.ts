/** Sample customers from the trade facts, with addresses, price lists and a simple password. */
import type { Text, VeterinaryGroup, WorldAddress, WorldCustomer } from '../../world';
import { byId, facts, type CustomerFact } from '../facts';
import { fold } from '../words/text';
import type { PricePair, SupplierShare } from '../trade/net-prices';
import { MORE_PLACES, PERSONAS } from './personas';

export const veterinaryGroups: readonly VeterinaryGroup[] = facts.groups.map((group) => ({
  id: group.sequence,
  name: group.name,
  color: group.color,
  sequence: group.sequence,
}));
const groupNumber = new Map(facts.groups.map((group) => [group.id, group.sequence]));
const repOf = byId('sales representative', facts.customers.sales_representatives);
const listKind = new Map(facts.customers.price_lists.map((list) => [list.id, list.kind]));

const TITLES: Readonly<Record<string, string>> = {
  Dr: 'title_dr',
  'M.': 'title_mr',
  Mme: 'title_mrs',
  'Mevr.': 'title_mrs',
};
const ROLES: Readonly<Record<string, string>> = {
  veterinary: 'veterinary',
  pharmacist: 'pharmacist',
  student: 'student',
  wholesaler: 'wholesaler',
  supplier: 'supplier',
};

/** Suppliers see their own articles: those of the brand with which the supplier's name begins. */
export function supplierNumber(brandName: string): number | null {
  const own = facts.customers.customers.find(
    (row) => row.function_type === 'supplier' && row.name.startsWith(`${brandName} `),
  );
  return own ? customerId(own) : null;
}

function customerId(row: CustomerFact): number {
  return Number(row.ref.slice(1));
}

function toCustomer(row: CustomerFact): WorldCustomer {
  const persona = PERSONAS[row.ref];
  const id = customerId(row);
  const lists = (kind: string) => row.price_lists.filter((list) => listKind.get(list) === kind);
  const local = persona?.login ?? row.email.split('@')[0] ?? row.ref;
  const email = persona ? `${local}@demo.example` : row.email;
  const rep = repOf(row.sales_rep);
  return {
    id,
    ref: row.ref,
    login: email,
    email,
    password: `${fold(persona?.login ?? row.firstname).replace(/[^a-z]/g, '')}-demo`,
    name: row.name,
    givenName: row.firstname,
    familyName: row.lastname,
    title:
      row.oddity === 'student' && row.lang === 'nl'
        ? 'title_miss'
        : (TITLES[row.title] ?? 'title_mr'),
    lang: row.lang,
    functionType: row.function_type,
    role: ROLES[row.function_type] ?? 'default',
    canOrder: row.can_order,
    helpWithFee: row.function_type === 'student',
    rebateVisible: row.function_type === 'veterinary' || row.function_type === 'pharmacist',
    vat: row.vat,
    vetDepotNumber: row.vet_depot_number,
    vetSubscriptionNumber: row.vet_subscription_number,
    pricelistGross: lists('gross')[0] ?? null,
    pricelistDiscounts: lists('discount'),
    supplierPromotion: promotionClaim(row, lists('supplier_promotion')),
    veterinaryGroups: row.veterinary_groups.flatMap((group) => groupNumber.get(group) ?? []),
    salesRep: { name: rep.name, phone: rep.phone },
    invoicing: addressOf(row, id),
    delivery: deliveriesOf(row, id),
    optOut: row.oddity === 'apb',
    summary: persona?.summary ?? plainSummary(row),
    featured: persona !== undefined,
    ...persona?.change,
  };
}

/**
 * Veterinary practices have the claim `vet` or no claim (which means `vet` for them). Nurses work at a practice and
 * have `vet`. Resellers get no offers meant for practices.
 */
function promotionClaim(row: CustomerFact, lists: readonly string[]): string | null {
  if (lists.includes('SP-VET') || row.function_type === 'nurse') return 'vet';
  return row.function_type === 'wholesaler' || row.function_type === 'supplier' ? 'none' : null;
}

function addressOf(row: CustomerFact, id: number): WorldAddress {
  const { address } = row;
  const filled = (words: string | null) => words || null;
  return {
    id,
    name: row.name,
    street: filled(address.street),
    street2: filled(address.street2),
    zip: filled(address.zip),
    city: filled(address.city),
    stateCode: address.state,
    countryCode: address.country,
    phone: filled(row.phone),
    mobile: filled(row.mobile),
    email: row.email,
    isDropoffSite: address.is_dropoff_site,
  };
}

function deliveriesOf(row: CustomerFact, id: number): WorldAddress[] {
  const main = addressOf(row, id * 10 + 1);
  const more = (MORE_PLACES[row.ref] ?? []).map((place, index) => ({
    ...main,
    street2: null,
    ...place,
    id: id * 10 + 2 + index,
  }));
  return [main, ...more];
}

const FUNCTION: Readonly<Record<string, Text>> = {
  veterinary: { fr: 'Vétérinaire', nl: 'Dierenarts', en: 'Veterinarian' },
  nurse: { fr: 'Auxiliaire vétérinaire', nl: 'Dierenartsassistent', en: 'Veterinary nurse' },
  student: { fr: 'Étudiant', nl: 'Student', en: 'Student' },
  pharmacist: { fr: 'Pharmacien', nl: 'Apotheker', en: 'Pharmacist' },
  wholesaler: { fr: 'Grossiste', nl: 'Groothandel', en: 'Wholesaler' },
  supplier: { fr: 'Fournisseur', nl: 'Leverancier', en: 'Supplier' },
};

function plainSummary(row: CustomerFact): Text {
  const what = FUNCTION[row.function_type] ?? { fr: '', nl: '', en: '' };
  const where = `${row.address.city}, ${row.price_lists.join(' + ')}`;
  return { fr: `${what.fr}, ${where}`, nl: `${what.nl}, ${where}`, en: `${what.en}, ${where}` };
}

export const customers: readonly WorldCustomer[] = facts.customers.customers.map(toCustomer);

/** Supplier offers that a customer gets (contract search.md 4.1). */
export function supplierShare(customer: WorldCustomer): SupplierShare {
  const claim = customer.supplierPromotion;
  if (claim === null) return customer.functionType === 'veterinary' ? 'vet' : 'plain';
  if (claim === '' || claim === 'none') return 'none';
  return claim === 'vet' ? 'vet' : 'plain';
}

/**
 * Combinations of price lists that customers have, each also with `""` (contract search.md 4.4). The timeline's flag
 * `offers` is a boolean, so all customers of a gross list must get the same supplier offers.
 */
export function pricePairs(): PricePair[] {
  const pairs = new Map<string, PricePair>();
  for (const customer of customers) {
    const gross = customer.pricelistGross;
    if (!gross) continue;
    const share = supplierShare(customer);
    for (const discounts of [customer.pricelistDiscounts, []]) {
      const key = `${gross}|${[...discounts].sort().join('+')}`;
      const known = pairs.get(key);
      if (known && known.share !== share)
        throw new Error(`Customers of ${key} differ in their share of supplier offers`);
      pairs.set(key, { gross, discounts, share });
    }
  }
  return [...pairs.values()];
}
