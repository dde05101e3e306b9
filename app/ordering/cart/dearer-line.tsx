import { useShop } from '~/base/page/shop';
import type { UnitPrice } from '~/base/kernel/money';

/**
 * For a cart line that costs more than the catalogue shows: displays both prices before the customer orders (PRICE-01).
 */
export function DearerThanListed({
  listed,
  unit,
}: {
  listed: UnitPrice | null;
  unit: UnitPrice | null;
}) {
  const { t, formats } = useShop();
  if (listed === null || unit === null) return null;
  return (
    <span className="hint">
      {t('cart:line.dearer', { listed: formats.price(listed), charged: formats.price(unit) })}
    </span>
  );
}
