import { useShop } from '~/base/page/shop';
import type { Cents } from '~/base/kernel/money';
import { DescriptionList } from '~/base/ui/description-list';
import { Html, type SafeHtml } from '~/base/ui/html';
import { Notice } from '~/base/ui/notice';

/** An order that is prepared only after payment: the amount due, and the provider's instructions if there are any. */
export function AwaitedPayment({
  order,
  instructions,
}: {
  order: { name: string; amount: { total: Cents } | null };
  /** Text from the provider, in the provider's languages and without an amount. */
  instructions: SafeHtml | null;
}) {
  const { t, formats } = useShop();
  const total = order.amount && formats.money(order.amount.total);
  return (
    <>
      <Notice tone="info">
        <p>
          {t('checkout:placed.awaitsPayment')}
          {total === null || instructions
            ? null
            : ` ${t('checkout:placed.toPay', { amount: total })}`}
        </p>
      </Notice>
      {instructions ? (
        <section className="panel stack">
          <h2>{t('checkout:placed.fromProvider')}</h2>
          <DescriptionList
            items={[
              [t('checkout:payment.amount'), total],
              [t('checkout:payment.order'), order.name],
            ]}
          />
          <p className="hint">{t('checkout:placed.providersWords')}</p>
          <Html html={instructions} />
        </section>
      ) : null}
    </>
  );
}
