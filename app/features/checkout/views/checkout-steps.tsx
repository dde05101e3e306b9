import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Steps } from '~/ui/page/steps';

const names = ['cart', 'delivery', 'confirmation'] as const;

/** Cart, delivery and payment on one page, confirmation. */
export function CheckoutSteps({
  current,
  form,
}: {
  current: (typeof names)[number];
  /** The form on the page, which the way back to the cart takes along. */
  form?: string;
}) {
  const { t, locale } = useShop();
  const isOver = current === 'confirmation';
  const hrefs = { cart: links.cart(locale), delivery: links.checkout(locale) };
  return (
    <Steps
      label={t('cart:steps.label')}
      current={names.indexOf(current)}
      steps={names.map((name) => ({
        text: t(`cart:steps.${name}`),
        ...(isOver || name === 'confirmation' ? {} : { href: hrefs[name] }),
        form: name === 'cart' ? form : undefined,
      }))}
    />
  );
}
