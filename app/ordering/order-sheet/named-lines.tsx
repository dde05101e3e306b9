import { useShop } from '~/base/page/shop';

interface NamedLine {
  name: string;
  sku: string | null;
  quantity: number;
}

/** Lines of a list or order without a row on its sheet, with quantity and name. */
export function NamedLines({ lines }: { lines: readonly NamedLine[] }) {
  const { t, formats } = useShop();
  return (
    <ul>
      {lines.map(({ name, sku, quantity }, index) => (
        <li key={index}>
          {quantity > 0 ? `${formats.number(quantity)} × ` : null}
          {name}
          {sku ? ` (${t('catalogue:code.sku')} ${sku})` : null}
        </li>
      ))}
    </ul>
  );
}
