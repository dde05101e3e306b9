import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Steps } from '~/base/ui/page/steps';

const names = ['cart', 'delivery', 'confirmation'] as const;

/** Cart, delivery and payment on one page, confirmation. */
export function CheckoutSteps({
  current,
  form,
}: {
  /** Null where the order of the address is not known: no step is behind. */
  current: (typeof names)[number] | null;
  /** The form on the page, which the way back to the cart takes along. */
  form?: string;
}) {
  const { t, locale } = useShop();
  const isOver = current === 'confirmation';
  const hrefs = { cart: links.cart(locale), delivery: links.checkout(locale) };
  return (
    <Steps
      label={t('cart:steps.label')}
      current={current === null ? -1 : names.indexOf(current)}
      steps={names.map((name) => ({
        text: t(`cart:steps.${name}`),
        ...(isOver || name === 'confirmation' ? {} : { href: hrefs[name] }),
        form: name === 'cart' ? form : undefined,
      }))}
    />
  );
}
