import { useActionData } from '~/base/framework/view';
import type { NoticeMessage } from '~/base/page/notice';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { dot } from '~/base/ui/dotted';
import { Icon } from '~/base/ui/icon';
import { Empty } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { Steps } from '~/base/ui/page/steps';
import type { SheetLine } from '~/ordering/order-sheet/sheet';
import { LowAmountNotice } from '../low-amount';
import { CartLineRow, TakenOutLine } from './cart-line';
import {
  BarredLines,
  CartNotices,
  SyncNotice,
  UncheckedLines,
  WrongLines,
  type WrongRow,
} from './cart-notices';
import { PayBar, Summary } from './cart-summary';
import { isTakenOut, type CartView } from './cart-view';

/** Cart lines whose edits were not applied, with the customer's input. `refusal` is the error of the input, if any. */
export interface CartFormAnswer {
  kind: 'cart-form';
  lines: Readonly<Record<string, SheetLine>>;
  /** The question about unusual quantities (`askedIn`). */
  ask?: readonly NoticeMessage[];
}

const isAnswer = (value: unknown): value is CartFormAnswer =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'cart-form';

/**
 * The response to the cart form, if the form was redisplayed. Only callable within the route, which provides the
 * router.
 */
export function useCartFormAnswer(): CartFormAnswer | null {
  const answer: unknown = useActionData();
  return isAnswer(answer) ? answer : null;
}

export function CartSteps() {
  const { t } = useShop();
  const steps = (['cart', 'delivery', 'confirmation'] as const).map((step) => ({
    text: t(`cart:steps.${step}`),
  }));
  return (
    <div className="cart-steps">
      <Steps label={t('cart:steps.label')} steps={steps} current={0} />
    </div>
  );
}

/** A count of lines or pieces in the heading; the client script updates it while edits wait. */
function Count({ of, count }: { of: 'lines' | 'pieces'; count: number }) {
  const { t } = useShop();
  const inWords = (number: number): string => t(`cart:head.${of}`, { count: number });
  return (
    <span
      className="nb"
      id={`cart-${of}`}
      data-none={inWords(0)}
      data-one={inWords(1)}
      data-more={inWords(2)}
    >
      {inWords(count)}
    </span>
  );
}

function Lead({ view }: { view: CartView }) {
  const { t } = useShop();
  const behind = [
    view.waiting > 0 ? t('cart:head.waiting', { count: view.waiting }) : null,
    view.review > 0 ? t('cart:head.review', { count: view.review }) : null,
  ];
  return (
    <>
      {view.cart?.name ? t('cart:head.name', { name: view.cart.name }) + dot : null}
      <Count of="lines" count={view.rows.filter(({ isReward }) => !isReward).length} />
      {dot}
      <Count of="pieces" count={view.pieces} />
      {behind.flatMap((one) => (one === null ? [] : dot + one)).join('')}
    </>
  );
}

/** The rows of the cart: cached HTML, or rows rendered again when the form was redisplayed with errors. */
function CartRows({ view, answer }: { view: CartView; answer: CartFormAnswer | null }) {
  if (!answer) return <ol dangerouslySetInnerHTML={{ __html: view.markup }} />;
  return (
    <ol>
      {view.shown.map((row) =>
        isTakenOut(row) ? (
          <TakenOutLine key={row.undo} row={row} />
        ) : (
          <CartLineRow
            key={`${row.key}-${row.isReward}`}
            row={row}
            answer={answer.lines[row.key]}
          />
        ),
      )}
    </ol>
  );
}

function CartSheet({ view, answer }: { view: CartView; answer: CartFormAnswer | null }) {
  const { t, locale } = useShop();
  return (
    <form
      className="sheet"
      id="cart"
      action={links.cart(locale)}
      method="post"
      noValidate
      data-waiting={t('cart:line.state.pending')}
      data-gone={t('cart:change.removed', { name: '{name}', quantity: '{count}' })}
      data-undo={t('cart:change.undo')}
      data-wrong={wrongRows(view, answer).length > 0 ? '' : undefined}
    >
      <FormKey />
      <input type="hidden" name="cart" value={view.cart?.uuid ?? ''} autoComplete="off" />
      {view.rows.length > 0 ? (
        <SheetLines view={view} answer={answer} />
      ) : (
        <CartRows view={view} answer={answer} />
      )}
    </form>
  );
}

function SheetLines({ view, answer }: { view: CartView; answer: CartFormAnswer | null }) {
  const { t } = useShop();
  return (
    <>
      <button className="btn vh" type="submit" name="do" value="update">
        {t('cart:update')}
      </button>
      <div className="sheet-head line-head" aria-hidden="true">
        <span>{t('cart:column.product')}</span>
        <span>{t('cart:column.state')}</span>
        <span>{t('cart:column.quantity')}</span>
        <span>{t('cart:column.amount')}</span>
      </div>
      <CartRows view={view} answer={answer} />
      <div className="sheet-tools">
        <span className="muted">
          {t('cart:enterUpdates')}{' '}
          {/* The client script displays this hint about arrow keys when it runs (`showArrows`). */}
          <span data-arrows="" hidden>
            {t('common:arrowKeys')}
          </span>
        </span>
        <button className="btn quiet" type="submit" name="do" value="update">
          <Icon name="redo" small />
          {t('cart:update')}
        </button>
      </div>
    </>
  );
}

/**
 * Displayed when the shop could not read the cart and knows no lines of it, so that the cart may or may not be empty.
 */
export function UnknownCart({
  asOf,
  retry,
  next,
}: {
  /** When the cart was last read, if it was empty at that time. */
  asOf: Date | null;
  retry: string;
  next: { href: string; label: string };
}) {
  const { t, formats } = useShop();
  return (
    <Empty
      icon="alert"
      level={2}
      title={t('cart:unknown.title')}
      actions={
        <>
          <a className="btn small" href={retry}>
            {t('errors:btn.retry')}
          </a>
          <a className="btn quiet small" href={next.href}>
            {next.label}
          </a>
        </>
      }
    >
      <p>
        {asOf ? t('cart:unknown.was', { when: formats.dateTime(asOf) }) : t('cart:unknown.never')}
      </p>
    </Empty>
  );
}

function EmptyCart({ view: { canOrder, sync, asOf } }: { view: CartView }) {
  const { t, locale } = useShop();
  // Customers who may not order get no invitation to fill the cart.
  const next = canOrder
    ? {
        href: links.quickOrder(locale),
        label: t('cart:empty.quickOrder'),
        text: t('cart:empty.text'),
      }
    : {
        href: links.contact(locale),
        label: t('cart:empty.contact'),
        text: t('catalogue:bar.may-not-order.meaning'),
      };
  if (sync !== 'synced') return <UnknownCart asOf={asOf} retry={links.cart(locale)} next={next} />;
  return (
    <Empty
      icon="cart"
      level={2}
      title={t('cart:empty.title')}
      actions={
        <>
          <a className="btn small" href={next.href}>
            {next.label}
          </a>
          <a className="btn quiet small" href={links.search(locale)}>
            {t('cart:empty.search')}
          </a>
        </>
      }
    >
      <p>{next.text}</p>
    </Empty>
  );
}

const wrongRows = ({ rows }: CartView, answer: CartFormAnswer | null): WrongRow[] =>
  rows.flatMap((row) => {
    const refusal = answer?.lines[row.key]?.refusal;
    return refusal && !row.isReward ? [{ row, refusal }] : [];
  });

/** The part of the cart page that edits can change; the client script replaces it with the server's new markup. */
export function CartBody({
  view,
  answer = null,
}: {
  view: CartView;
  answer?: CartFormAnswer | null;
}) {
  const { t, locale } = useShop();
  const filled = view.rows.length > 0;
  const wrong = wrongRows(view, answer);
  return (
    <div id="cart-view">
      <PageHead
        onPaper
        tight
        title={t('cart:title')}
        lead={filled ? <Lead view={view} /> : undefined}
        actions={
          view.canOrder ? (
            <a className="btn quiet" href={links.quickOrder(locale)}>
              <Icon name="scan" small />
              {t('cart:addLines')}
            </a>
          ) : null
        }
      />
      <div className="stack">
        <WrongLines wrong={wrong} />
        <SyncNotice view={view} />
        <CartNotices view={view} />
        <BarredLines view={view} />
        <UncheckedLines view={view} />
        {filled ? (
          <div className="grid g-sum">
            <CartSheet view={view} answer={answer} />
            <div className="stack stick">
              {/* The summary is above the sync notice, which would push the checkout button below the edge of a laptop
                 screen. */}
              <Summary view={view} />
              {view.low ? <LowAmountNotice low={view.low} explain={view.helpWithFee} /> : null}
            </div>
          </div>
        ) : (
          <>
            {view.shown.length > 0 ? <CartSheet view={view} answer={answer} /> : null}
            <EmptyCart view={view} />
          </>
        )}
      </div>
      {filled ? <PayBar view={view} /> : null}
    </div>
  );
}

/** Cart page of a guest: there is no cart before sign-in (CART-09). */
export function VisitorCart({ signIn }: { signIn: string }) {
  const { t, locale } = useShop();
  return (
    <>
      <PageHead onPaper title={t('cart:title')} />
      <Empty
        icon="lock"
        level={2}
        title={t('cart:visitor.title')}
        actions={
          <>
            <a className="btn small" href={signIn}>
              {t('cart:visitor.signIn')}
            </a>
            <a className="btn quiet small" href={links.register(locale)}>
              {t('cart:visitor.register')}
            </a>
          </>
        }
      >
        <p>{t('cart:visitor.text')}</p>
        {/* A script displays this paragraph when the browser still holds edits of an ended session (CART-02). */}
        <p id="cart-waits" role="status" hidden>
          {t('cart:visitor.waiting')} <b /> {t('cart:visitor.waitingText')}
        </p>
      </Empty>
    </>
  );
}
