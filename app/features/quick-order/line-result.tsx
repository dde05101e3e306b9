import { useShop } from '~/page/shop';
import { State } from '~/ui/state';
import type { LineFault } from './quick-order';

/** Why a line is not taken. */
export function FaultText({ fault, typed }: { fault: LineFault; typed: string }) {
  const { t } = useShop();
  switch (fault.kind) {
    case 'unknown':
    case 'no-code':
    case 'misread':
    case 'rounded':
    case 'too-long':
    case 'no-sku':
      return <State state="refused">{t(`cart:quick.line.${fault.kind}`)}</State>;
    case 'unchecked':
      return <State state="pending">{t('cart:quick.line.unchecked')}</State>;
    case 'ambiguous':
      return (
        <>
          <State state="refused">{t('cart:quick.line.ambiguous')}</State>
          <span className="d">{fault.names.join(' · ')}</span>
        </>
      );
    case 'quantity': {
      const reason = t(`cart:sheet.refusal.${fault.refusal}`);
      return (
        <State state="refused">
          {typed.trim() === '' ? reason : t('cart:quick.line.quantity', { typed, reason })}
        </State>
      );
    }
    case 'barred':
      return <State state="refused">{t(`catalogue:bar.${fault.reason}.short`)}</State>;
  }
}

/** A line that is taken: with what it adds to above it, or that no quantity was given. */
export function FoundText({
  line: { before, quantity, typed },
}: {
  line: { before: number; quantity: number | null; typed: string };
}) {
  const { t, formats } = useShop();
  const isSum = before > 0 && quantity !== null;
  return (
    <>
      <State state="done">{t(isSum ? 'cart:quick.line.summed' : 'cart:quick.line.found')}</State>
      {isSum ? (
        <span className="d">
          {t('cart:quick.line.sum', {
            before: formats.number(before),
            more: formats.number(quantity),
            sum: formats.number(before + quantity),
          })}
        </span>
      ) : typed.trim() === '' ? (
        <span className="d">{t('cart:quick.line.one')}</span>
      ) : null}
    </>
  );
}
