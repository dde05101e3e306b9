import { useShop } from '~/base/page/shop';
import { Notice } from '~/base/ui/notice';
import type { PaymentAttempt } from './payment';

/** Warning on the cart and checkout pages that a payment was begun: edits made now are not part of it. */
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
