import { useShop } from '~/page/shop';
import type { Cents } from '~/kernel/money';

/** A line that costs more than the catalogue shows: both prices, before the customer orders (PRICE-01). */
export function DearerThanListed({ listed, unit }: { listed: Cents | null; unit: Cents | null }) {
  const { t, formats } = useShop();
  if (listed === null || unit === null) return null;
  return (
    <span className="hint">
      {t('cart:line.dearer', { listed: formats.money(listed), charged: formats.money(unit) })}
    </span>
  );
}
