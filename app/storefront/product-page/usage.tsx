import { useShop } from '~/base/page/shop';
import type { Consumption } from './product-detail';

const width = 120;
const height = 40;

/**
 * How much of this product the customer orders per month. The panel precedes the product's name in the document. So its
 * title labels a region and is not a heading: the first heading of the page is the product.
 */
export function Usage({ consumption }: { consumption: Consumption }) {
  const { t, formats } = useShop();
  const { months, average } = consumption;
  const quantities = months.map((month) => month.quantity);
  const highest = Math.max(1, ...quantities);
  const [first, last] = [months[0], months.at(-1)];
  const step = width / Math.max(1, months.length);
  return (
    <section className="panel sub-s usage" aria-labelledby="usage">
      <p className="as-h2" id="usage">
        {t('catalogue:page.usage')}
      </p>
      <p>
        <b>{t('catalogue:page.usageAverage', { quantity: formats.number(average) })}</b>{' '}
        <span className="muted">{t('catalogue:page.usageMean')}</span>
      </p>
      <svg
        className="spark"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('catalogue:page.usageChart', {
          low: formats.number(Math.min(...quantities)),
          high: formats.number(Math.max(...quantities)),
        })}
      >
        {months.map(({ month, quantity }, position) => {
          const bar = Math.max(
            quantity > 0 ? 1 : 0,
            Math.round((quantity / highest) * (height - 2)),
          );
          return (
            <rect
              key={month}
              className={position === months.length - 1 ? 'c1' : 'c2'}
              x={Math.round(position * step + 1)}
              y={height - bar}
              width={Math.max(1, Math.round(step) - 2)}
              height={bar}
            />
          );
        })}
      </svg>
      {first && last ? (
        <p className="hint">
          {t('catalogue:page.usageSpan', {
            first: formats.month(first.month.slice(0, 7), 'long'),
            last: formats.month(last.month.slice(0, 7), 'long'),
            high: formats.number(Math.max(...quantities)),
          })}
        </p>
      ) : null}
    </section>
  );
}
