import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Steps } from '~/base/ui/page/steps';

const names = ['cart', 'delivery', 'confirmation'] as const;

/** The three steps: cart, delivery with payment, and confirmation. */
export function CheckoutSteps({
  current,
  form,
}: {
  /** The current step; null when the page's address names an unknown order, so that no step is marked as done. */
  current: (typeof names)[number] | null;
  /** Id of the form whose input the link back to the cart submits. */
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
