import { useShop } from '~/page/shop';

/** What the cart's island adds to the keys of quantities one below the other; it shows this (`showArrows`). */
export function ArrowKeys() {
  const { t } = useShop();
  return (
    <span data-arrows="" hidden>
      {t('common:arrowKeys')}
    </span>
  );
}
