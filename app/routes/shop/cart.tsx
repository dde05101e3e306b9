import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { cartAction } from '~/features/cart/page/cart-action.server';
import {
  CartBody,
  CartSteps,
  useCartFormAnswer,
  VisitorCart,
} from '~/features/cart/page/cart-page';
import { loadCartView } from '~/features/cart/page/cart-view.server';
import { ImportPanel } from '~/features/cart/import/views/import-panel';
import { offersImport } from '~/features/cart/import/import-view.server';
import type { Head } from '~/http/document/head';
import { hold, useView } from '~/http/held';
import { customerPage, openPage, type PageRequest } from '~/http/page';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';

const headOf = ({ t }: PageRequest): Head => ({ title: t('cart:title'), noindex: true });

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { session } = page.context;
    const { csvMaxMb } = page.context.site;
    if (session.kind === 'guest') return hold({ view: null, csvMaxMb }, headOf(page));
    const customer = { ...page, customer: session.customer };
    const [view, imports] = await Promise.all([loadCartView(customer), offersImport(customer)]);
    return hold({ view, csvMaxMb: imports ? csvMaxMb : null }, headOf(page));
  });

export const action = (args: ActionFunctionArgs) => customerPage(args, cartAction);

export const handle = { noLists: true };

export default function CartRoute() {
  const { view, csvMaxMb } = useView<typeof loader>();
  const answer = useCartFormAnswer();
  const { locale } = useShop();
  if (!view) return <VisitorCart signIn={links.signIn(locale, links.cart(locale))} />;
  return (
    <>
      <CartSteps />
      <CartBody view={view} answer={answer} />
      {csvMaxMb === null ? null : (
        <div className="sub">
          <ImportPanel csvMaxMb={csvMaxMb}>
            {view.rows.length > 0 ? <CartDownload /> : null}
          </ImportPanel>
        </div>
      )}
    </>
  );
}

/** The cart's lines as a file, for the customer's own records or to order them again. */
function CartDownload() {
  const { t, locale } = useShop();
  return (
    <a className="btn quiet" href={links.cartCsv(locale)}>
      <Icon name="dl" small />
      {t('cart:import.download')}
    </a>
  );
}
