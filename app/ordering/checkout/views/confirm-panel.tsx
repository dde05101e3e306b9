import { firstNames, joinNames } from '~/base/kernel/first-names';
import { SlotLinks } from '~/content/articles/slot-links';
import { LowAmountNotice } from '~/ordering/cart/low-amount';
import { Following } from '~/ordering/cart/sum-rows';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { Translate } from '~/base/i18n/translate';
import { FormLink } from '~/base/ui/form/form-link';
import { TickField, type FieldState } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';
import { formId } from '../checkout-form';
import { offersOrder, type OpenCheckout, type SummaryLine } from '../checkout-view';
import type { CarrierSums } from './carrier-sums';

function ToCart() {
  const { t, locale } = useShop();
  return (
    <p>
      <FormLink href={links.cart(locale)} form={formId} leadsOn>
        {t('checkout:toCart')}
      </FormLink>
    </p>
  );
}

function Shortages({ lines }: { lines: readonly SummaryLine[] }) {
  const { t, formats } = useShop();
  const short = lines.filter(({ unavailable }) => unavailable > 0);
  if (short.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul>
        {short.map((line) => (
          <li key={line.key}>
            {t('checkout:notice.shortage', {
              name: line.name,
              wanted: formats.number(line.quantity),
              available: formats.number(Math.max(0, line.quantity - line.unavailable)),
            })}
          </li>
        ))}
      </ul>
      <ToCart />
    </Notice>
  );
}

function Barred({ lines }: { lines: readonly SummaryLine[] }) {
  const { t } = useShop();
  const barred = lines.filter((line) => line.barred !== null);
  if (barred.length === 0) return null;
  return (
    <Notice tone="bad">
      <ul>
        {barred.map(({ key, name, barred: reason }) => (
          <li key={key}>{reason ? t(`checkout:barred.${reason}`, { name }) : null}</li>
        ))}
      </ul>
      <ToCart />
    </Notice>
  );
}

/** Products for which the catalogue does not say whether they are still sold; they can be ordered. */
function Unchecked({ lines }: { lines: readonly SummaryLine[] }) {
  const { t } = useShop();
  const names = lines.filter(({ isUnknown }) => isUnknown).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Notice tone="info">
      <p>{t('checkout:unchecked', { count: names.length, names: firstNames(names, '.') })}</p>
    </Notice>
  );
}

function madeToOrderLabel({ lines, catalogueUnavailable }: OpenCheckout, t: Translate) {
  const names = lines.filter(({ isMadeToOrder }) => isMadeToOrder).map(({ name }) => name);
  if (names.length > 0)
    return t('checkout:mto.label', { count: names.length, names: joinNames(names) });
  return catalogueUnavailable ? t('checkout:mto.unknown') : null;
}

/**
 * Label of the checkbox about cold goods at a pickup point; null when it is not needed. The ERP does not report which
 * points have a refrigerator, so the customer must confirm it.
 */
const coldLabel = ({ cold, toPoint }: OpenCheckout, t: Translate): string | null =>
  cold.length > 0 && toPoint ? t('checkout:cold.label', { names: firstNames(cold, '.') }) : null;

/** Checkbox with an acknowledgement that is required before the order. */
function ToConfirm({ label, field }: { label: string | null; field: FieldState }) {
  if (label === null) return null;
  return (
    <section className="panel">
      <TickField field={field} label={label} />
    </section>
  );
}

/** Checkbox that names the unusual quantities. A tick for other quantities does not carry over. */
function Unusual({ unusual, field }: { unusual: OpenCheckout['unusual']; field: FieldState }) {
  const { t, formats } = useShop();
  if (unusual === null) return null;
  const { lines, value } = unusual;
  const said = lines.map(({ name, quantity }) => `${formats.number(quantity)} × ${name}`);
  const label = t('checkout:unusual.label', { count: lines.length, names: joinNames(said) });
  return (
    <section className="panel">
      <TickField
        field={field}
        label={label}
        value={value}
        defaultChecked={field.initialValue === value}
      />
    </section>
  );
}

const isReady = ({ readiness, canOrder }: OpenCheckout): boolean =>
  readiness === 'synced' && canOrder;

/** Total and confirm button at the lower edge of narrow screens, where the summary's button is far down. */
export function ConfirmBar({
  view,
  sums: { asIs, others },
}: {
  view: OpenCheckout;
  sums: CarrierSums;
}) {
  const { t } = useShop();
  return (
    <div className="paybar no-print">
      {asIs.total === null ? null : (
        <p>
          <b>
            <Following amount={asIs.total} others={others.map(({ total }) => total)} />
          </b>{' '}
          <small>{t('checkout:sums.total')}</small>
        </p>
      )}
      {offersOrder(view) ? (
        <button
          className="btn"
          type="submit"
          form="checkout"
          name="do"
          value="confirm"
          disabled={!isReady(view)}
        >
          {t('checkout:confirmShort')}
        </button>
      ) : null}
    </div>
  );
}

/** Everything the customer must see before ordering, and the button that places the order. */
export function ConfirmPanel({
  view,
  mto,
  cold,
  sure,
}: {
  view: OpenCheckout;
  mto: FieldState;
  cold: FieldState;
  sure: FieldState;
}) {
  const { t } = useShop();
  const ready = isReady(view);
  return (
    <>
      <Shortages lines={view.lines} />
      <Barred lines={view.lines} />
      <Unchecked lines={view.lines} />
      {view.lowAmount ? <LowAmountNotice low={view.lowAmount} explain={view.helpWithFee} /> : null}
      <ToConfirm label={coldLabel(view, t)} field={cold} />
      <ToConfirm label={madeToOrderLabel(view, t)} field={mto} />
      <Unusual unusual={view.unusual} field={sure} />
      {view.canOrder ? null : (
        <Notice tone="bad">
          <p>{t('checkout:refusal.may-not-order')}</p>
        </Notice>
      )}
      <SlotLinks slot="checkout" />
      <button className="btn quiet wide" type="submit" name="do" value="save">
        {t('checkout:save')}
      </button>
      {offersOrder(view) ? (
        <>
          <button
            className="btn big wide go"
            type="submit"
            name="do"
            value="confirm"
            disabled={!ready}
          >
            {t('checkout:confirm')}
          </button>
          <p className="muted no-print">
            <small>{t('checkout:once')}</small>
          </p>
        </>
      ) : null}
    </>
  );
}
