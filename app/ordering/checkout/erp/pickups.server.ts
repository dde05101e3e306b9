/**
 * Searches and sets pickup points (contract/erp.md 9.8, 9.9, 11.3). The specification's search accepts a name. That of
 * the published modules requires country, postcode, city and street and returns the ten nearest points, so the shop
 * matches the search terms itself. A point with an id is set by id, or by `carrier_id` and `code` where the ERP
 * requires those. A point that only its carrier knows is sent with all its data, after its carrier was set. The data of
 * a point always comes from the ERP's list, never from the browser.
 */
import { z } from 'zod';
import { readable } from '~/base/erp/wire-fields.server';
import type { Address, Cart } from '~/ordering/cart/cart';
import { withCountries } from '~/ordering/addresses/countries.server';
import { isMissing, isNotInstalled, noteMissing } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import type { Outcome } from '~/base/kernel/outcome';
import type { ErpAnswer } from '../../../../server/upstream/erp/erp-client';
import { writeCart, type CartCallRefusal } from './cart-call.server';
import { chooseCarrier, type CarrierChoice } from './carriers.server';
import { matchesPoint, type PickupPoint } from '../checkout';
import { absent, present, loadRequiredPart, type Part } from '~/base/page/optional';

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const PointWire = z.object({
  id: z.number().nullish().catch(null),
  carrier_id: z.number().nullish().catch(null),
  code: z.string(),
  name: z.string().catch(''),
  street: text,
  street2: text,
  zip: text,
  city: text,
  phone: text,
  state_code: text,
  country_code: text,
});
const PointsWire = readable(PointWire);

const toPoint = (wire: z.output<typeof PointWire>): PickupPoint => ({
  id: wire.id ?? null,
  carrierId: wire.carrier_id ?? null,
  code: wire.code,
  name: wire.name,
  street: wire.street,
  street2: wire.street2,
  zip: wire.zip,
  city: wire.city,
  phone: wire.phone,
  stateCode: wire.state_code,
  countryCode: wire.country_code,
});

type Page = Pick<CustomerRequest, 'context' | 'customer' | 'locale'>;
type PointsAnswer = ErpAnswer<z.output<typeof PointsWire>>;

const wantsAddress = (answer: PointsAnswer): boolean =>
  answer.kind === 'refused' &&
  answer.status === 422 &&
  answer.errors.some(({ loc }) => loc[0] === 'query' && loc[1] === 'country');

const isPostcode = (typed: string): boolean => /^\d{4,5}$/.test(typed.trim());

/** Points that match the search text. If none matches, all points; a postcode as search text sorts them by distance. */
function narrowed(points: readonly PickupPoint[], typed: string): readonly PickupPoint[] {
  const matching = points.filter((point) => matchesPoint(point, typed));
  if (matching.length > 0) return matching;
  if (!isPostcode(typed)) return points;
  const distance = ({ zip }: PickupPoint): number => Math.abs(Number(zip) - Number(typed)) || 0;
  return points.toSorted((one, other) => distance(one) - distance(other));
}

const nameSearch = 'GET delivery_pickups by name';

const named = (page: Page, carrierId: number, name: string | undefined): Promise<PointsAnswer> =>
  page.context.erp.call(
    { path: 'delivery_pickups', query: { carrier_id: carrierId, name } },
    PointsWire,
  );

const pointsIn = (answer: PointsAnswer): PickupPoint[] =>
  answer.kind === 'ok' ? answer.body.map(toPoint) : [];

/** The pickup points nearest to an address. Sends its country as a code; without results, as a name. */
async function nearest(page: Page, carrierId: number, near: Address, typed: string) {
  const [address = near] = await withCountries(page, [near]);
  const { country } = address;
  // An entered postcode takes precedence over the practice's address.
  const zip = isPostcode(typed) ? typed.trim() : (address.zip ?? '');
  for (const name of [country?.code, country?.name]) {
    if (!name) continue;
    const answer = await page.context.erp.call(
      {
        path: 'delivery_pickups',
        query: {
          carrier_id: carrierId,
          country: name,
          zip,
          city: address.city ?? '',
          street: address.street ?? '',
        },
      },
      PointsWire,
    );
    if (answer.kind === 'ok' && answer.body.length > 0) return answer.body.map(toPoint);
  }
  return [];
}

/** Points of a carrier whose name or place contains the search text; all points if none does. */
export const searchPoints = (
  page: Page,
  search: { carrierId: number; typed: string; near: Address | null },
): Promise<Part<readonly PickupPoint[]>> =>
  loadRequiredPart(page, 'pickup points', async () => {
    const { carrierId, typed, near } = search;
    if (!(await isMissing(page.context, nameSearch))) {
      const name = typed.trim() || undefined;
      const answer = await named(page, carrierId, name);
      if (answer.kind !== 'refused') {
        const points = pointsIn(answer);
        if (points.length > 0 || name === undefined) return present(points);
        // The ERP compares the search text letter by letter. The shop's search over all points also finds `NAMÛR` and
        // `5000 Namur`.
        const all = pointsIn(await named(page, carrierId, undefined));
        return present(narrowed(all, name));
      }
      if (!wantsAddress(answer)) return isNotInstalled(answer) ? absent : { kind: 'unavailable' };
      await noteMissing(page.context, nameSearch);
    }
    if (!near) return absent;
    return present(narrowed(await nearest(page, carrierId, near, typed), typed));
  });

const setById = 'POST carts/current/set_pickup by id';

const missesCode = (outcome: Outcome<Cart, CartCallRefusal>): boolean =>
  !outcome.ok &&
  outcome.refusal.kind === 'refused' &&
  outcome.refusal.answer.errors.some(({ loc }) => loc[1] === 'carrier_id' || loc[1] === 'code');

const byCode = (page: Page, cart: Cart, carrierId: number, point: PickupPoint) =>
  writeCart(page, cart, {
    path: 'carts/current/set_pickup',
    body: { carrier_id: point.carrierId ?? carrierId, code: point.code },
  });

async function publicPoint(
  page: Page,
  cart: Cart,
  choice: { source: CarrierChoice['source']; carrierId: number; point: PickupPoint },
): Promise<Outcome<Cart, CartCallRefusal>> {
  const { point, carrierId } = choice;
  let current = cart;
  if (cart.delivery.method?.id !== carrierId) {
    const carried = await chooseCarrier(page, cart, choice);
    if (!carried.ok) return carried;
    current = carried.value;
  }
  return writeCart(page, current, {
    path: 'carts/current/set_public_delivery_pickup',
    body: {
      code: point.code,
      name: point.name,
      zip: point.zip ?? '',
      city: point.city ?? '',
      country_code: point.countryCode ?? 'BE',
      street: point.street,
      street2: point.street2,
      phone: point.phone,
      state_code: point.stateCode,
    },
  });
}

export async function choosePoint(
  page: Page,
  cart: Cart,
  choice: { source: CarrierChoice['source']; carrierId: number; point: PickupPoint },
): Promise<Outcome<Cart, CartCallRefusal>> {
  const { point, carrierId } = choice;
  if (await isMissing(page.context, setById)) return byCode(page, cart, carrierId, point);
  if (point.id === null) {
    const outcome = await publicPoint(page, cart, choice);
    const missing = !outcome.ok && outcome.refusal.kind === 'not-installed';
    return missing ? byCode(page, cart, carrierId, point) : outcome;
  }
  const outcome = await writeCart(page, cart, {
    path: 'carts/current/set_pickup',
    body: { pickup_site_id: point.id },
  });
  if (!missesCode(outcome)) return outcome;
  await noteMissing(page.context, setById);
  return byCode(page, cart, carrierId, point);
}
