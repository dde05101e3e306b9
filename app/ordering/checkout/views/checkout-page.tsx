import { useForm } from '@conform-to/react';
import { useActionData } from '~/base/framework/view';
import type { z } from 'zod';
import { SyncNotice } from '~/ordering/cart/page/cart-notices';
import { UnknownCart } from '~/ordering/cart/page/cart-page';
import { OpenPayment } from '~/ordering/payment/open-payment';
import type { NoticeMessage } from '~/base/page/notice';
import { SupportReference } from '~/base/ui/support-reference';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { typedIn, written } from '~/base/ui/form/shown-fields';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { FormKey } from '~/base/ui/form/form-key';
import { Empty, MessageText, Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { orderNotice } from '../placing/ordered-notice';
import { DeliveryAddressPanel, InvoiceAddressPanel } from './address-panel';
import { onAccount, samePoint } from '../checkout';
import { formId, totalsText, type CheckoutForm } from '../checkout-form';
import { carrierSums, type CarrierSums } from './carrier-sums';
import { CheckoutSteps } from './checkout-steps';
import {
  isCheckoutAnswer,
  type CheckoutAnswer,
  type CheckoutView,
  type EmptyCheckout as EmptyView,
  type OpenCheckout,
} from '../checkout-view';
import { ConfirmBar, ConfirmPanel } from './confirm-panel';
import { DeliveryPanel } from './delivery-panel';
import { chosenOf } from './fields';
import { PaymentPanel } from './payment-panel';
import { CouponPanel, ReferencePanel } from './reference-panel';
import { SummaryPanel } from './summary-panel';

type Input = z.input<CheckoutForm>;

/** Initial form values from the cart; stored input takes precedence. */
function valuesOf(view: OpenCheckout): Partial<Record<keyof Input, string>> {
  const { cart, toPoint, suite, note, methods, typed } = view;
  const carriers = view.carriers.kind === 'ok' ? view.carriers.value : [];
  const only = carriers.length === 1 ? carriers[0] : undefined;
  const last = carriers.find(({ id, needsPoint }) => id === view.lastCarrier && !needsPoint);
  const carrierId = cart.delivery.method?.id ?? last?.id ?? only?.id;
  const offered = methods.kind === 'ok' ? methods.value : [];
  const pay = view.confirms ? onAccount : offered.length === 1 ? offered[0]?.id : undefined;
  const text = (value: string | number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  const { how, ship, bill, point, ...texts } = typed;
  const points = view.points?.kind === 'ok' ? view.points.value : [];
  const offersCarrier = carriers.some(({ id }) => String(id) === how);
  const lists = (part: OpenCheckout['delivery'], id: string | undefined): boolean =>
    part.kind === 'ok' && part.value.some((address) => String(address.id) === id);
  return {
    ship: toPoint ? '' : text(cart.delivery.address?.id),
    bill: text(cart.invoicing.address?.id),
    how: text(carrierId),
    point: toPoint ? samePoint : '',
    ref: text(cart.reference),
    suite: text(suite),
    note,
    was: view.was,
    pay: text(pay),
    ...texts,
    ...(offersCarrier ? { how } : {}),
    ...(points.some(({ code }) => code === point) ? { point } : {}),
    ...(!toPoint && lists(view.delivery, ship) ? { ship } : {}),
    ...(lists(view.invoicing, bill) ? { bill } : {}),
  };
}

function useAnswer({ ordered }: CheckoutView): CheckoutAnswer | null {
  const answer: unknown = useActionData();
  return ordered === null && isCheckoutAnswer(answer) ? answer : null;
}

/** Notices on the cart's sync state, and on delivery options that have just changed. */
function useStanding(view: OpenCheckout): readonly NoticeMessage[] {
  const { t, locale } = useShop();
  if (view.ordering !== null) return [orderNotice(t, { name: null, href: view.ordering })];
  const minutes = Math.max(1, Math.ceil((view.waitSeconds ?? 60) / 60));
  switch (view.readiness) {
    case 'checking':
      return [{ tone: 'warn', text: t('checkout:notice.checking', { count: minutes }) }];
    case 'unavailable':
      return [{ tone: 'bad', text: t('checkout:notice.unavailable') }];
    case 'synced': {
      const link = { href: links.cart(locale), text: t('checkout:toCart') };
      const standing: NoticeMessage[] = [];
      if (view.hasNotices)
        standing.push({ tone: 'warn', text: t('checkout:notice.notices'), link });
      if (view.wiped) standing.push({ tone: 'warn', text: t('checkout:notice.wiped') });
      return standing;
    }
  }
}

function Said({ notices }: { notices: readonly NoticeMessage[] }) {
  return notices.map((message) => (
    <Notice
      key={message.text}
      tone={message.tone}
      role={message.tone === 'ok' ? 'status' : 'alert'}
    >
      <MessageText message={message} />
    </Notice>
  ));
}

/** Shows the result of the form before the sync state of the cart, and no message twice. */
function Messages({ view, answer }: { view: OpenCheckout; answer: CheckoutAnswer | null }) {
  const { t } = useShop();
  const standing = useStanding(view);
  const answered = view.ordered ? [orderNotice(t, view.ordered)] : (answer?.notices ?? []);
  const isStopped = answered.some(({ tone }) => tone !== 'ok');
  const failed = answer?.failed ?? null;
  return (
    <>
      <Said notices={isStopped ? answered : [...answered, ...standing]} />
      {failed !== null || view.readiness !== 'synced' ? <SupportReference failed={failed} /> : null}
    </>
  );
}

/**
 * The posted form, as the page displays it again. Reference and note come from the cart if the customer edited neither,
 * or if the ERP has saved them (P-58).
 */
function resultOf({ was }: OpenCheckout, { result }: CheckoutAnswer): CheckoutAnswer['result'] {
  const posted = (result.initialValue ?? {}) as Partial<Record<keyof Input, string>>;
  // Without `was` in the form, the ERP has saved reference and note. With `was`, a text that the form data lack is one
  // that the customer has emptied.
  const isTyped = posted.was ? typedIn({ typed: { ref: '', note: '', ...posted } }) : () => false;
  const stored = [...new URLSearchParams(was)].filter(([name]) => !isTyped(name));
  const texts = Object.fromEntries(stored);
  const shown = written({ ...Object.fromEntries(new URLSearchParams(posted.was)), ...texts });
  return { ...result, initialValue: { ...posted, ...texts, was: shown } };
}

function useCheckoutForm(view: OpenCheckout, answer: CheckoutAnswer | null) {
  const [, fields] = useForm<Input>({
    id: formId,
    lastResult: answer && resultOf(view, answer),
    defaultValue: valuesOf(view),
  });
  return fields;
}

function Hidden({
  view,
  sums,
  was,
  begun,
  found,
}: {
  view: OpenCheckout;
  sums: CarrierSums;
  /** Hidden field of a redisplayed form: the texts that the form's own page had shown. */
  was: string | undefined;
  begun: string | undefined;
  /** Search texts whose results this page shows. */
  found: { points: string; addresses: string };
}) {
  return (
    <>
      <input type="hidden" name="cart" value={view.cart.uuid} />
      <FormKey />
      <input type="hidden" name="shown" value={view.digest} autoComplete="off" />
      <input type="hidden" name="totals" value={totalsText(sums.byCarrier)} autoComplete="off" />
      {view.cart.delivery.method ? (
        <input type="hidden" name="had" value={view.cart.delivery.method.id} />
      ) : null}
      <input type="hidden" name="was" value={was} autoComplete="off" />
      <input type="hidden" name="foundPoints" value={found.points} autoComplete="off" />
      <input type="hidden" name="foundAddresses" value={found.addresses} autoComplete="off" />
      {view.suiteUse ? (
        <input type="hidden" name="told" value={view.suiteUse.suite} autoComplete="off" />
      ) : null}
      {begun ? <input type="hidden" name="begun" value={begun} autoComplete="off" /> : null}
    </>
  );
}

/** The page for delivery, invoicing and payment, with a single form (CHK-01 … CHK-05). */
export function CheckoutPage({ view }: { view: OpenCheckout }) {
  const { t, here } = useShop();
  const answer = useAnswer(view);
  const fields = useCheckoutForm(view, answer);
  const { cart } = view;
  const searched = answer?.searched ?? [];
  const sums = carrierSums(view, chosenOf(fields.how));
  // Errors are listed in page order.
  const named = [
    { field: fields.how, label: t('checkout:carrier.title') },
    { field: fields.pp, label: t('checkout:point.find') },
    { field: fields.point, label: t('checkout:point.title') },
    { field: fields.find, label: t('checkout:address.find') },
    { field: fields.ship, label: t('checkout:address.delivery') },
    { field: fields.bill, label: t('checkout:address.invoicing') },
    { field: fields.pay, label: t('checkout:pay.title') },
    { field: fields.ref, label: t('checkout:reference.label') },
    { field: fields.suite, label: t('checkout:reference.suite') },
    { field: fields.note, label: t('checkout:reference.note') },
    { field: fields.coupon, label: t('checkout:coupon.label') },
    { field: fields.mto, label: t('checkout:mto.title') },
    { field: fields.cold, label: t('checkout:cold.title') },
    { field: fields.sure, label: t('checkout:unusual.title') },
  ];
  return (
    <>
      {/* Enter presses the form's first button, so it must be neither the confirmation nor a link back. */}
      <button className="btn vh" type="submit" form={formId} name="do" value="save">
        {t('checkout:save')}
      </button>
      <CheckoutSteps current="delivery" form={formId} />
      <PageHead onPaper title={t('checkout:title')} />
      <form className="grid g-sum" action={here} method="post" id={formId}>
        <Hidden
          view={view}
          sums={sums}
          was={fields.was.initialValue}
          begun={answer?.begun}
          found={{ points: chosenOf(fields.pp), addresses: chosenOf(fields.find) }}
        />
        <div className="stack">
          <ErrorSummary fields={named} />
          <Messages view={view} answer={answer} />
          {view.paying && !answer?.begun ? <OpenPayment attempt={view.paying} /> : null}
          <DeliveryPanel
            carriers={view.carriers}
            cold={view.cold}
            points={answer?.points ?? view.points}
            cart={cart}
            toPoint={view.toPoint}
            sums={sums}
            fields={{ how: fields.how, point: fields.point, pp: fields.pp }}
            searched={searched.includes('points')}
          />
          <DeliveryAddressPanel
            part={view.delivery}
            own={cart.delivery.address}
            field={fields.ship}
            find={fields.find}
            toPoint={view.toPoint}
            searched={searched.includes('addresses')}
          />
          <InvoiceAddressPanel
            part={view.invoicing}
            own={cart.invoicing.address}
            field={fields.bill}
          />
          <PaymentPanel confirms={view.confirms} methods={view.methods} field={fields.pay} />
          <ReferencePanel fields={fields} view={view} />
          <CouponPanel field={fields.coupon} codes={cart.promoCodes} />
        </div>
        <aside className="stack stick" aria-label={t('checkout:summary.title')}>
          <SummaryPanel view={view} sums={sums} />
          <ConfirmPanel view={view} mto={fields.mto} cold={fields.cold} sure={fields.sure} />
        </aside>
      </form>
      <ConfirmBar view={view} sums={sums} />
    </>
  );
}

/** Nothing to order, as far as the shop knows. */
export function EmptyCheckout({ view }: { view: EmptyView }) {
  const { t, locale } = useShop();
  const answer = useAnswer(view);
  const { ordered, standing } = view;
  return (
    <>
      <CheckoutSteps current="delivery" />
      <h1 className="head">{t('checkout:title')}</h1>
      <div className="stack">
        <Said notices={ordered ? [orderNotice(t, ordered)] : (answer?.notices ?? [])} />
        {ordered || standing.sync === 'synced' ? (
          <NothingToOrder />
        ) : (
          <>
            <SyncNotice view={standing} />
            <div className="panel">
              <UnknownCart
                asOf={standing.asOf}
                retry={links.checkout(locale)}
                next={{ href: links.cart(locale), label: t('checkout:toCart') }}
              />
            </div>
          </>
        )}
      </div>
    </>
  );
}

function NothingToOrder() {
  const { t, locale } = useShop();
  return (
    <div className="panel">
      <Empty
        icon="cart"
        level={2}
        title={t('checkout:empty.title')}
        actions={
          <>
            <a className="btn" href={links.cart(locale)}>
              {t('checkout:toCart')}
            </a>
            <a className="btn quiet" href={links.orders(locale)}>
              {t('checkout:toOrders')}
            </a>
          </>
        }
      >
        <p>{t('checkout:empty.text')}</p>
      </Empty>
    </div>
  );
}
