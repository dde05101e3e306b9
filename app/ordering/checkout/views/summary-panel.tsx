import { DearerThanListed } from '~/ordering/cart/dearer-line';
import { WithoutFee } from '~/ordering/cart/low-amount';
import { RebateLine, SumRows } from '~/ordering/cart/sum-rows';
import { FreeWith } from '~/catalogue/products/rows/product-price';
import { useShop } from '~/base/page/shop';
import { keepTogether } from '~/base/ui/unbroken';
import type { OpenCheckout, SummaryLine } from '../checkout-view';
import type { CarrierSums } from './carrier-sums';

/** One line of the order summary; `checkout-view.server.tsx` caches its markup. */
export function MiniLine({ line }: { line: SummaryLine }) {
  const { formats, savesData } = useShop();
  return (
    <li>
      {line.picture && !savesData ? (
        <img className="row-pic" src={line.picture} width="40" height="40" alt="" loading="lazy" />
      ) : (
        <span className={line.isReward ? 'no-print' : 'row-pic'} />
      )}
      <span>
        {keepTogether(line.name)}{' '}
        {line.isReward ? null : (
          <>
            <br />
            <span className="muted">
              {formats.number(line.quantity)}
              {line.netPrice === null ? '' : ` × ${formats.price(line.netPrice)}`}
            </span>
            {line.listed === null ? null : <br />}
            <DearerThanListed listed={line.listed} unit={line.netPrice} />
            {line.free ? (
              <>
                <br />
                <FreeWith pieces={line.free} quantity={line.quantity} />
              </>
            ) : null}
          </>
        )}
      </span>
      <span className="num">{line.amount === null ? '' : formats.money(line.amount)}</span>
    </li>
  );
}

export function SummaryPanel({
  view: { cart, lines, summary, lowAmount },
  sums,
}: {
  view: Pick<OpenCheckout, 'cart' | 'lines' | 'summary' | 'lowAmount'>;
  sums: CarrierSums;
}) {
  const { t } = useShop();
  const products = lines.filter(({ isReward }) => !isReward).length;
  return (
    <section className="panel stack">
      <h2>
        {t('checkout:summary.title')}{' '}
        <span className="muted">· {t('checkout:summary.lines', { count: products })}</span>
      </h2>
      <ul className="mini" dangerouslySetInnerHTML={{ __html: summary.first }} />
      {summary.more > 0 ? (
        <details className="fold">
          <summary>{t('checkout:summary.more', { count: summary.more })}</summary>
          <ul className="mini" dangerouslySetInnerHTML={{ __html: summary.rest }} />
        </details>
      ) : null}
      <SumRows sums={sums.asIs} others={sums.others} />
      <WithoutFee low={lowAmount} />
      <RebateLine rebate={cart.yearEndRebate} earned={false} />
    </section>
  );
}
