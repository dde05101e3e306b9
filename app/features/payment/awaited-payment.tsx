import { useShop } from '~/page/shop';
import type { Cents } from '~/kernel/money';
import { Html, type SafeHtml } from '~/ui/html';
import { Notice } from '~/ui/notice';

/** An order that is prepared only once it is paid: what is to be paid, and how where the provider has said so. */
export function AwaitedPayment({
  total,
  instructions,
}: {
  total: Cents | null;
  instructions: SafeHtml | null;
}) {
  const { t, formats } = useShop();
  return (
    <>
      <Notice tone="info">
        <p>
          {t('checkout:placed.awaitsPayment')}
          {total === null
            ? null
            : ` ${t('checkout:placed.toPay', { amount: formats.money(total) })}`}
        </p>
      </Notice>
      {instructions ? (
        <section className="panel">
          <h2>{t('checkout:placed.fromProvider')}</h2>
          <Html html={instructions} />
        </section>
      ) : null}
    </>
  );
}
