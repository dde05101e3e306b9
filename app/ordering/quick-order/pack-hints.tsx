import { Fragment } from 'react';
import type { PackData } from '~/catalogue/products/codes/gs1';
import { dayOf, type Day } from '~/base/kernel/day';
import { useShop } from '~/base/page/shop';

export const isExpired = (day: Day, at: Date | null): boolean => at !== null && day < dayOf(at);

/** Expiry date of the scanned pack, with a warning when it has passed. */
function Expiry({ day }: { day: Day }) {
  const { t, formats, at } = useShop();
  const date = formats.day(day);
  return isExpired(day, at) ? (
    <span className="error hint">{t('cart:quick.line.expired', { date })}</span>
  ) : (
    <span className="hint">{t('cart:quick.line.expiry', { date })}</span>
  );
}

/** Data about the pack from its label (lot, expiry), with hints about values that may be wrong. */
export function PackHints({ pack }: { pack: PackData }) {
  const { t, formats } = useShop();
  const { lot, expiry, bestBefore, sellBy, inside, doubts } = pack;
  const isDoubtful = doubts.includes('lot') || doubts.includes('expiry');
  const hints = [
    lot && t('cart:quick.line.lot', { lot }),
    bestBefore && t('cart:quick.line.bestBefore', { date: formats.day(bestBefore) }),
    sellBy && t('cart:quick.line.sellBy', { date: formats.day(sellBy) }),
    isDoubtful && t('cart:quick.line.doubtful'),
    inside && t('cart:quick.line.inside', { count: inside }),
    doubts.includes('count') && t('cart:quick.line.countDoubtful'),
  ];
  return (
    <>
      {expiry ? <Expiry day={expiry} /> : null}
      {hints.filter(Boolean).map((hint) => (
        <Fragment key={String(hint)}>
          {' '}
          <span className="hint">{hint}</span>
        </Fragment>
      ))}
    </>
  );
}
