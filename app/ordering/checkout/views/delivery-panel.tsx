import type { Cart } from '~/ordering/cart/cart';
import { AddressLines } from '~/ordering/addresses/address-lines';
import { firstNames } from '~/base/kernel/first-names';
import type { Cents } from '~/base/kernel/money';
import { useShop } from '~/base/page/shop';
import { FieldErrors, TextField, type FieldState } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';
import { keepTogether } from '~/base/ui/unbroken';
import type { Part } from '~/base/page/optional';
import { matchesPoint, samePoint, type Carrier, type PickupPoint } from '../checkout';
import type { CarrierSums } from './carrier-sums';
import { ChoiceCard } from './choice-card';
import { chosenOf } from './fields';
import { Found } from './found';

const maxPoints = 20;

function pointPlace({ street, street2, zip, city }: PickupPoint): string {
  const place = [zip, city].filter(Boolean).join(' ');
  return [street, street2, place].filter(Boolean).join(', ');
}

/** The pickup point that the cart currently has. */
function PresentPoint({
  cart,
  field,
  code,
}: {
  cart: Cart;
  field: FieldState;
  /** Code of the cart's pickup point, if the list contains this point. */
  code: string | undefined;
}) {
  const { t } = useShop();
  const { address } = cart.delivery;
  if (!address) return null;
  const chosen = chosenOf(field);
  return (
    <ChoiceCard
      field={field}
      value={samePoint}
      title={address.name ?? ''}
      chosen={chosen === samePoint || chosen === code}
      first
    >
      <AddressLines address={address} />
      <br />
      {t('checkout:point.present')}
    </ChoiceCard>
  );
}

function PointCards({
  points,
  cart,
  toPoint,
  field,
}: {
  points: readonly PickupPoint[];
  cart: Cart;
  toPoint: boolean;
  field: FieldState;
}) {
  const { t } = useShop();
  const { address } = cart.delivery;
  const present = toPoint
    ? points.find(({ name, zip }) => name === address?.name && zip === address.zip)
    : undefined;
  const others = points.filter((point) => point !== present).slice(0, maxPoints);
  return (
    <>
      <div className="cards two">
        {toPoint ? <PresentPoint cart={cart} field={field} code={present?.code} /> : null}
        {others.map((point, position) => (
          <ChoiceCard
            key={point.code}
            field={field}
            value={point.code}
            title={point.name}
            chosen={chosenOf(field) === point.code}
            first={!toPoint && position === 0}
          >
            {pointPlace(point)}
            {point.phone ? (
              <>
                <br />
                {point.phone}
              </>
            ) : null}
          </ChoiceCard>
        ))}
      </div>
      {points.length > maxPoints ? <p className="hint">{t('checkout:point.more')}</p> : null}
    </>
  );
}

function PickupPoints({
  points,
  cart,
  toPoint,
  field,
  search,
  searched,
}: {
  points: Part<readonly PickupPoint[]> | null;
  cart: Cart;
  toPoint: boolean;
  field: FieldState;
  search: FieldState;
  searched: boolean;
}) {
  const { t } = useShop();
  const list = points?.kind === 'ok' ? points.value : [];
  const text = points?.kind === 'ok' ? chosenOf(search) : '';
  return (
    <details className="fold sub-s pickups" open>
      <summary>{t('checkout:point.title')}</summary>
      <div className="stack">
        <div className="inline">
          <TextField field={search} label={t('checkout:point.find')} autoComplete="off" />
          <button className="btn quiet" type="submit" name="do" value="points">
            {t('checkout:search')}
          </button>
        </div>
        {searched ? (
          <Found
            list="points"
            text={text}
            count={list.filter((point) => matchesPoint(point, text)).length}
            others={list.length > 0}
          />
        ) : null}
        {points === null ? <p className="hint">{t('checkout:point.how')}</p> : null}
        {points?.kind === 'ok' && list.length === 0 && (!searched || text === '') ? (
          <p role="status">{t('checkout:point.none')}</p>
        ) : null}
        {points && points.kind !== 'ok' ? (
          <Notice tone="warn">
            <p>{t('checkout:point.unavailable')}</p>
          </Notice>
        ) : null}
        <PointCards points={list} cart={cart} toPoint={toPoint} field={field} />
        <FieldErrors field={field} />
      </div>
    </details>
  );
}

/** Total of the order with a carrier, displayed next to its name before it is chosen. */
function OrderTotal({ total }: { total: Cents | null }) {
  const { t, formats } = useShop();
  return total === null ? null : (
    <>
      <br />
      {t('checkout:carrier.total', { total: formats.money(total) })}
    </>
  );
}

export function DeliveryPanel({
  carriers,
  cold,
  points,
  cart,
  toPoint,
  sums,
  fields,
  searched,
}: {
  carriers: Part<readonly Carrier[]>;
  cold: readonly string[];
  points: Part<readonly PickupPoint[]> | null;
  cart: Cart;
  toPoint: boolean;
  sums: CarrierSums;
  fields: { how: FieldState; point: FieldState; pp: FieldState };
  /** True when this page is the response to a search of the pickup points. */
  searched: boolean;
}) {
  const { t, formats } = useShop();
  if (carriers.kind === 'absent') return null;
  const list = carriers.kind === 'ok' ? carriers.value : [];
  const { how } = fields;
  return (
    <fieldset className="panel block stack">
      <legend>{t('checkout:carrier.title')}</legend>
      {carriers.kind === 'unavailable' ? (
        <Notice tone="warn">
          <p>{t('checkout:carrier.unavailable')}</p>
          {cart.delivery.method ? <p>{cart.delivery.method.name}</p> : null}
        </Notice>
      ) : null}
      {carriers.kind === 'ok' && list.length === 0 ? (
        <Notice tone="warn">
          <p>{t('checkout:carrier.none')}</p>
        </Notice>
      ) : null}
      {cold.length > 0 ? (
        <Notice tone="warn">
          <p>{t('checkout:carrier.cold', { names: firstNames(cold, '.') })}</p>
        </Notice>
      ) : null}
      {list.some(({ price }) => price) ? (
        <p className="hint">{t('checkout:carrier.prices')}</p>
      ) : null}
      <div className="cards two">
        {list.map((carrier, position) => (
          <ChoiceCard
            key={carrier.id}
            field={how}
            value={String(carrier.id)}
            title={carrier.name}
            aside={carrier.price === null ? null : formats.money(carrier.price)}
            chosen={chosenOf(how) === String(carrier.id)}
            first={position === 0}
            className={sums.classOf(carrier)}
          >
            {carrier.description === null ? null : keepTogether(carrier.description)}
            {carrier.needsPoint
              ? ` ${t(points === null ? 'checkout:point.searchFirst' : 'checkout:point.below')}`
              : null}
            <OrderTotal total={sums.byCarrier.get(carrier.id)?.total ?? null} />
          </ChoiceCard>
        ))}
      </div>
      <FieldErrors field={how} />
      {list.some(({ needsPoint }) => needsPoint) ? (
        <PickupPoints
          points={points}
          cart={cart}
          toPoint={toPoint}
          field={fields.point}
          search={fields.pp}
          searched={searched}
        />
      ) : null}
    </fieldset>
  );
}
