import { useShop } from '~/base/page/shop';
import type { VariantAxis } from './product-detail';

/** One axis of variants, such as the size. Its values are links, so every variant has an address. */
export function Axis({ axis, hrefOf }: { axis: VariantAxis; hrefOf: (sku: string) => string }) {
  const { t } = useShop();
  const id = `axis-${axis.key}`;
  return (
    <div className="axis-set" role="group" aria-labelledby={id}>
      <h2 className="label" id={id}>
        {axis.label ?? t('catalogue:code.sku')}
      </h2>
      <ul>
        {axis.values.map(({ value, current, exists, sku }) => (
          <li key={value}>
            <a
              className={exists ? 'opt' : 'opt none'}
              href={sku ? hrefOf(sku) : undefined}
              aria-current={current || undefined}
            >
              {value}
              {exists ? null : <span className="vh">{t('catalogue:page.axisNone')}</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
