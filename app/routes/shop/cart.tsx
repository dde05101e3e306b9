import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { cartAction } from '~/features/cart/page/cart-action.server';
import {
  CartBody,
  CartSteps,
  useCartFormAnswer,
  VisitorCart,
} from '~/features/cart/page/cart-page';
import { loadCartView } from '~/features/cart/page/cart-view.server';
import { hold, useView } from '~/http/held';
import { customerPage, openPage } from '~/http/page';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const { session } = page.context;
    const view =
      session.kind === 'guest' ? null : await loadCartView({ ...page, customer: session.customer });
    return hold({ view }, { title: page.t('cart:title'), noindex: true });
  });

export const action = (args: ActionFunctionArgs) => customerPage(args, cartAction);

export default function CartRoute() {
  const { view } = useView<typeof loader>();
  const answer = useCartFormAnswer();
  const { locale } = useShop();
  if (!view) return <VisitorCart signIn={links.signIn(locale, links.cart(locale))} />;
  return (
    <>
      <CartSteps />
      <CartBody view={view} answer={answer} />
    </>
  );
}
