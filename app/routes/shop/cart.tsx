import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '~/base/framework/server';
import { cartAction } from '~/ordering/cart/page/cart-action.server';
import {
  CartBody,
  CartSteps,
  useCartFormAnswer,
  VisitorCart,
} from '~/ordering/cart/page/cart-page';
import { CutoffLine } from '~/ordering/cart/page/cutoff-line';
import { loadCartView } from '~/ordering/cart/page/cart-view.server';
import { orderedAddress } from '~/ordering/checkout/placing/ordered-address';
import { lateFateOf } from '~/ordering/checkout/placing/placing.server';
import { NotOrdered } from '~/ordering/checkout/placing/not-ordered';
import { lastOrdered } from '~/ordering/checkout/placing/ordered-here.server';
import { orderNotice } from '~/ordering/checkout/placing/ordered-notice';
import { ImportFold } from '~/ordering/quick-order/import/views/import-panel';
import { offersImport } from '~/ordering/quick-order/import/import-view.server';
import { openAttemptOf } from '~/ordering/payment/attempt.server';
import { OpenPayment } from '~/ordering/payment/open-payment';
import type { Head } from '~/base/page/document/head';
import { settings } from '~/base/erp/settings.server';
import { loadOptionalBlock } from '~/base/page/optional';
import { viewData, useViewData } from '~/base/page/view-data';
import { customerPage, openPage, refuseSuspended, type PageRequest } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { MessageText, Notice } from '~/base/ui/notice';

const headOf = ({ t }: PageRequest): Head => ({ title: t('cart:title'), noindex: true });

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    refuseSuspended(page);
    const { session } = page.context;
    const { csvMaxMb } = page.context.site;
    if (session.kind === 'guest')
      return viewData(
        { view: null, csvMaxMb, cutoff: null, paying: null, isNotPlaced: false, ordered: null },
        headOf(page),
      );
    const customer = { ...page, customer: session.customer };
    const [view, imports, erpSettings] = await Promise.all([
      loadCartView(customer),
      offersImport(customer),
      loadOptionalBlock(page, 'settings', () => settings(page)),
    ]);
    const cutoff = erpSettings.ok ? erpSettings.value.cutoff : null;
    const uuid = view.cart?.uuid;
    const [paying, fate] = uuid
      ? await Promise.all([openAttemptOf(customer, uuid), lateFateOf(customer, uuid)])
      : [null, null];
    if (uuid && fate?.kind === 'placed') throw redirect(orderedAddress(page.locale, uuid));
    // An empty cart may have become an order whose confirmation got no response.
    const isEmpty = !uuid && view.sync === 'synced';
    const last = isEmpty
      ? await loadOptionalBlock(page, 'ordered', () => lastOrdered(customer))
      : null;
    const ordered = last?.ok ? last.value : null;
    const shown = { view, csvMaxMb: imports ? csvMaxMb : null, cutoff, paying, ordered };
    return viewData({ ...shown, isNotPlaced: fate?.kind === 'not-placed' }, headOf(page));
  });

export const action = (args: ActionFunctionArgs) => customerPage(args, cartAction);

export default function CartRoute() {
  const { view, csvMaxMb, cutoff, paying, isNotPlaced, ordered } = useViewData<typeof loader>();
  const answer = useCartFormAnswer();
  const { t, locale } = useShop();
  if (!view) return <VisitorCart signIn={links.signIn(locale, links.cart(locale))} />;
  const body = <CartBody view={view} answer={answer} />;
  const notice = ordered && orderNotice(t, ordered);
  return (
    <>
      <CartSteps />
      {paying || isNotPlaced || notice ? (
        <div className="stack">
          {notice ? (
            <Notice tone={notice.tone} role="status" id="ordered">
              <MessageText message={notice} />
            </Notice>
          ) : null}
          {paying ? <OpenPayment attempt={paying} /> : null}
          {isNotPlaced ? <NotOrdered /> : null}
          {body}
        </div>
      ) : (
        body
      )}
      {view.rows.length > 0 ? <CutoffLine cutoff={cutoff} /> : null}
      {csvMaxMb === null ? null : (
        <div className="sub">
          <ImportFold csvMaxMb={csvMaxMb}>
            {view.rows.length > 0 ? <CartDownload /> : null}
          </ImportFold>
        </div>
      )}
    </>
  );
}

/** Downloads the cart's lines as a file, for the customer's records or to order them again. */
function CartDownload() {
  const { t, locale } = useShop();
  return (
    <a className="btn quiet" href={links.cartCsv(locale)}>
      {t('cart:import.download')}
    </a>
  );
}
