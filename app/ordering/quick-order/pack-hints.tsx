import { Fragment } from 'react';
import type { PackData } from '~/catalogue/products/codes/gs1';
import { dayOf, type Day } from '~/base/kernel/day';
import { useShop, type Shop } from '~/base/page/shop';

export const isExpired = (day: Day, at: Date | null): boolean => at !== null && day < dayOf(at);

interface Hint {
  text: string;
  isWarning: boolean;
}

/** Texts about one pack: expiry first, with a warning when it has passed, then what may be wrong. */
function hintsOf(
  { lot, expiry, bestBefore, sellBy, inside, doubts }: PackData,
  { t, formats, at }: Pick<Shop, 't' | 'formats' | 'at'>,
): Hint[] {
  const isOver = expiry !== null && isExpired(expiry, at);
  const isDoubtful = doubts.includes('lot') || doubts.includes('expiry');
  const dated = { date: expiry ? formats.day(expiry) : '' };
  const plain = [
    expiry && !isOver && t('cart:quick.line.expiry', dated),
    lot && t('cart:quick.line.lot', { lot }),
    bestBefore && t('cart:quick.line.bestBefore', { date: formats.day(bestBefore) }),
    sellBy && t('cart:quick.line.sellBy', { date: formats.day(sellBy) }),
    isDoubtful && t('cart:quick.line.doubtful'),
    inside && t('cart:quick.line.inside', { count: inside }),
    doubts.includes('count') && t('cart:quick.line.countDoubtful'),
  ];
  const over = isOver ? [{ text: t('cart:quick.line.expired', dated), isWarning: true }] : [];
  return [...over, ...plain.flatMap((text) => (text ? [{ text, isWarning: false }] : []))];
}

/** Maximum number of texts for the packs of one product. */
const mostHints = 12;

/** Data about packs from their labels (lot, expiry), each text once, with hints about values that may be wrong. */
export function PackHints({ packs }: { packs: readonly PackData[] }) {
  const shop = useShop();
  const hints = new Map(
    packs.flatMap((pack) => hintsOf(pack, shop)).map((hint) => [hint.text, hint]),
  );
  const shown = [...hints.values()].slice(0, mostHints);
  return (
    <>
      {shown.map(({ text, isWarning }, index) => (
        <Fragment key={text}>
          {index === 0 ? null : ' '}
          <span className={isWarning ? 'error hint' : 'hint'}>{text}</span>
        </Fragment>
      ))}
      {hints.size > mostHints ? <span className="hint">…</span> : null}
    </>
  );
}
