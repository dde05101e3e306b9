import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';
import type { PaymentAttempt } from './payment';

/** On the pages of a cart: what is changed now is not part of what is being paid. */
export function OpenPayment({
  attempt,
}: {
  attempt: Pick<PaymentAttempt, 'amount' | 'at' | 'providerName'>;
}) {
  const { t, formats } = useShop();
  return (
    <Notice tone="warn">
      <p>
        {t('checkout:payment.open', {
          amount: formats.money(attempt.amount),
          time: formats.dateTime(attempt.at),
          method: attempt.providerName,
        })}
      </p>
    </Notice>
  );
}
