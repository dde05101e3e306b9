import type { ReactNode } from 'react';
import { SupportReference } from '~/base/ui/support-reference';
import { useShop } from '~/base/page/shop';
import type { SheetRefusal } from '~/ordering/order-sheet/sheet';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { Notice } from '~/base/ui/notice';
import { wrongFieldId } from './cart-line';
import { firstNames } from '~/base/kernel/first-names';
import type { BarredRow, CartRow, CartStanding, CartView, NoticeView } from './cart-view';
import { barredName, replacementName } from './barred-form';

/** Sync state of the whole cart, displayed only when it is out of sync (CART-07). */
export function SyncNotice({ view }: { view: CartStanding }) {
  if (view.sync === 'synced') return null;
  return (
    <>
      <OutOfStep view={view} sync={view.sync} />
      <SupportReference />
    </>
  );
}

type OutOfStepSync = Exclude<CartView['sync'], 'synced'>;

function OutOfStep({ view, sync }: { view: CartStanding; sync: OutOfStepSync }) {
  const { t, formats } = useShop();
  const { asOf, waiting, waitSeconds } = view;
  if (sync === 'checking' || sync === 'busy') {
    const minutes = Math.max(1, Math.ceil((waitSeconds ?? 60) / 60));
    return (
      <Notice tone="info" role="status" said={sync}>
        <p>
          <b>{t('cart:state.checking.title')}</b>{' '}
          {t('cart:state.checking.text', { count: minutes })}
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" role="status" said={`${sync} ${waiting}`}>
      <p>
        <b>{t(`cart:state.${sync}.title`)}</b>{' '}
        {asOf ? t('cart:state.asOf', { when: formats.dateTime(asOf) }) : t('cart:state.neverRead')}{' '}
        {waiting > 0 ? t('cart:state.kept', { count: waiting }) : t('cart:state.willKeep')}
      </p>
    </Notice>
  );
}

const tones = { review: 'warn', dropped: 'warn', rejected: 'bad' } as const;

function NoticeButtons({ notice }: { notice: NoticeView }) {
  const { t } = useShop();
  return (
    <div className="acts">
      {notice.again ? (
        <button className="btn small" type="submit" name="do" value="again">
          {t('cart:notice.again', { count: notice.lines.length })}
        </button>
      ) : null}
      <button className="btn quiet small" type="submit" name="do" value="dismiss">
        {t(notice.kind === 'review' ? 'cart:notice.checked' : 'cart:notice.understood')}
      </button>
    </div>
  );
}

function OneNotice({ notice }: { notice: NoticeView }): ReactNode {
  const { t, locale, formats } = useShop();
  const count = notice.lines.length;
  const reason = notice.reason ? t(`cart:notice.reason.${notice.reason}`) : null;
  const signed = (quantity: number): string =>
    quantity > 0 ? `+${formats.number(quantity)}` : `−${formats.number(-quantity)}`;
  return (
    <Notice tone={tones[notice.kind]} role="alert" said={notice.id}>
      <form method="post" action={links.cart(locale)}>
        <FormKey />
        <input type="hidden" name="notice" value={notice.id} />
        <p>
          <b>{t(`cart:notice.${notice.kind}.title`, { count })}</b>{' '}
          {reason ?? t(`cart:notice.${notice.kind}.text`, { count })}
        </p>
        <ul>
          {notice.lines.map((line, position) => (
            <li key={position}>
              {line.name} ({signed(line.quantity)})
            </li>
          ))}
        </ul>
        <NoticeButtons notice={notice} />
      </form>
    </Notice>
  );
}

function LostNotice(): ReactNode {
  const { t } = useShop();
  return (
    <Notice tone="warn" role="alert" said="lost">
      <p>
        <b>{t('cart:notice.lost.title')}</b> {t('cart:notice.lost.text')}
      </p>
    </Notice>
  );
}

function BarredItem({ row: { key, name, quantity, reason, replacement } }: { row: BarredRow }) {
  const { t, formats } = useShop();
  return (
    <li>
      <input type="hidden" name={barredName} value={key} />
      {t(`checkout:barred.${reason}`, { name })}
      {replacement ? (
        <>
          <input type="hidden" name={replacementName(key)} value={replacement.id} />{' '}
          {t('cart:barred.instead', {
            name: replacement.name,
            quantity: formats.number(Math.ceil(quantity)),
          })}
        </>
      ) : null}
    </li>
  );
}

/** Lines that checkout would reject, with one button that removes or replaces them. */
export function BarredLines({ view: { barred, cart } }: { view: CartView }) {
  const { t, locale } = useShop();
  if (barred.length === 0) return null;
  const replaced = barred.filter(({ replacement }) => replacement !== null).length;
  const count = barred.length;
  return (
    <Notice tone="bad" role="alert" said={`barred ${barred.map(({ key }) => key).join()}`}>
      <form method="post" action={links.cart(locale)} id="barred">
        <FormKey />
        <input type="hidden" name="cart" value={cart?.uuid ?? ''} autoComplete="off" />
        <p>
          <b>{t('cart:barred.title', { count })}</b>
        </p>
        <ul>
          {barred.map((row) => (
            <BarredItem key={row.key} row={row} />
          ))}
        </ul>
        <div className="acts">
          {replaced > 0 ? (
            <button className="btn small" type="submit" name="do" value="replace">
              {t(replaced === count ? 'cart:barred.replace' : 'cart:barred.replaceOrRemove', {
                count,
              })}
            </button>
          ) : null}
          <button
            className={replaced > 0 ? 'btn quiet small' : 'btn small'}
            type="submit"
            name="do"
            value="withdraw"
          >
            {t('cart:barred.remove', { count })}
          </button>
        </div>
      </form>
    </Notice>
  );
}

/** Lines for which the catalogue does not say whether they are still sold; the customer may still order. */
export function UncheckedLines({ view: { unchecked } }: { view: CartView }) {
  const { t } = useShop();
  if (unchecked.length === 0) return null;
  return (
    <Notice tone="info">
      <p>
        {t('checkout:unchecked', { count: unchecked.length, names: firstNames(unchecked, '.') })}
      </p>
    </Notice>
  );
}

export interface WrongRow {
  row: CartRow;
  refusal: SheetRefusal;
}

/** Lines whose quantity was rejected, each with a link to its field, and a link that restores the cart's quantities. */
export function WrongLines({ wrong }: { wrong: readonly WrongRow[] }) {
  const { t, locale } = useShop();
  const fields = wrong.map(({ row: { key, name }, refusal }) => ({
    field: {
      id: wrongFieldId(key),
      name: `q.${key}`,
      errors: [t(`cart:sheet.refusal.${refusal}`)],
    },
    label: name,
  }));
  return (
    <ErrorSummary title={t('cart:sheet.refusedCount', { count: wrong.length })} fields={fields}>
      <p>
        <a href={links.cart(locale)}>{t('cart:keepQuantities', { count: wrong.length })}</a>
      </p>
    </ErrorSummary>
  );
}

/**
 * Dismissible notices about edits that the customer must check, that the ERP rejected, or that were dropped because
 * their cart was replaced.
 */
export function CartNotices({ view }: { view: CartView }) {
  return (
    <>
      {view.lost ? <LostNotice /> : null}
      {view.notices.map((notice) => (
        <OneNotice key={notice.id} notice={notice} />
      ))}
    </>
  );
}
