import type { Formats } from '~/base/i18n/formats';
import type { Translate } from '~/base/i18n/translate';
import { useShop } from '~/base/page/shop';
import { cents, toEuros } from '~/base/kernel/money';
import { Snippet } from '~/content/articles/slot-links';
import { Notice } from '~/base/ui/notice';
import type { LowAmount } from './cart';

/**
 * Sentence about the small-order limit. It says that an amount is missing, that an amount is missing unless other
 * orders reach the limit, or that no amount is missing.
 */
function sentenceOf(low: LowAmount, t: Translate, formats: Formats): string {
  const { fee, limit, missing, toCome } = low;
  const sum = missingWords(low, t, formats);
  if (toCome === null) return t('cart:fee.unlessOrders', { sum, fee: formats.money(fee) });
  return missing === 0
    ? t('cart:fee.none', { toCome: formats.money(toCome), limit: formats.money(limit) })
    : t('cart:fee.missing', { sum, fee: formats.money(fee) });
}

/**
 * Text for the missing amount. When a promotion reduces the goods, it adds how much the customer must order to reach
 * the limit.
 */
function missingWords({ missing, isReduced, enough }: LowAmount, t: Translate, formats: Formats) {
  const sum = t('cart:fee.sum', { sum: formats.money(missing) });
  if (!isReduced) return sum;
  return enough === null
    ? t('cart:fee.reduced', { sum })
    : t('cart:fee.reducedEnough', { sum, enough: formats.money(enough) });
}

/** Displays the amount that is missing to avoid the small-order fee (PRICE-03). */
export function LowAmountNotice({ low, explain }: { low: LowAmount; explain: boolean }) {
  const { t, formats } = useShop();
  const sentence = sentenceOf(low, t, formats);
  const { limit, missing, toCome, asOf } = low;
  const age = toCome && asOf ? ` ${t('cart:fee.asOf', { time: formats.time(asOf) })}` : null;
  if (missing === 0)
    return (
      <Notice tone="info">
        <p>
          {sentence}
          {age}
        </p>
      </Notice>
    );
  const reached = cents(limit - missing);
  return (
    <Notice tone="warn">
      <p>{sentence}</p>
      <progress
        className="warn"
        max={toEuros(limit)}
        value={toEuros(reached)}
        aria-label={t('cart:fee.reached', { limit: formats.money(limit) })}
      >
        {formats.money(reached)}
      </progress>
      <p className="hint">
        {t('cart:fee.limit', { limit: formats.money(limit) })}{' '}
        {toCome ? t('cart:fee.toCome', { toCome: formats.money(toCome) }) : null}
        {age}
      </p>
      {explain ? (
        <Snippet code="help_with_fee" fallback={<p className="hint">{t('cart:fee.help')}</p>} />
      ) : null}
    </Notice>
  );
}

/**
 * Text below a total that does not include the small-order fee. `alone`: no notice on the page states the missing
 * amount.
 */
export function WithoutFee({ low, alone = false }: { low: LowAmount | null; alone?: boolean }) {
  const { t, formats } = useShop();
  if (!low || low.missing === 0) return null;
  return (
    <p className="muted">
      <small>
        {t('cart:sums.withoutFee', { fee: formats.money(low.fee) })}
        {alone ? ` ${sentenceOf(low, t, formats)}` : null}
      </small>
    </p>
  );
}
