import type { LabelName } from '~/catalogue/products/codes/gs1';
import type { Translate } from '~/base/i18n/translate';
import { useShop } from '~/base/page/shop';
import { State } from '~/base/ui/state';
import type { LineFault } from './quick-order';

/** Maximum number of characters of a label on the page; a longer label is shortened. */
const mostOfLabel = 40;

function labelWords(t: Translate, { gtin, unreadable }: LabelName): string {
  const ean = gtin?.replace(/^0(?=\d{13}$)/, '') ?? '';
  const part =
    unreadable.length > mostOfLabel ? `${unreadable.slice(0, mostOfLabel)}…` : unreadable;
  if (part === '') return t('cart:quick.line.label', { ean });
  return ean === ''
    ? t('cart:quick.line.unitPart', { part })
    : t('cart:quick.line.labelPart', { ean, part });
}

/** Explains in the customer's language why a line is rejected. */
export function faultWords(t: Translate, fault: LineFault, typed: string): string {
  switch (fault.kind) {
    case 'quantity': {
      if (fault.readings) {
        const [smaller, thousands] = fault.readings;
        const values = { typed, smaller, thousands: String(thousands) };
        return t('cart:quick.line.twoReadings', values);
      }
      const reason = t(`cart:sheet.refusal.${fault.refusal}`);
      return typed.trim() === '' ? reason : t('cart:quick.line.quantity', { typed, reason });
    }
    case 'carton': {
      const reason = t('cart:quick.line.carton');
      return fault.asked === ''
        ? reason
        : t('cart:quick.line.quantity', { typed: fault.asked, reason });
    }
    case 'behind-label':
      return t('cart:quick.line.behind-label', { text: fault.behind });
    case 'other-scheme':
      return t('cart:quick.line.other-scheme', { scheme: fault.scheme });
    case 'label':
      return labelWords(t, fault);
    case 'barred':
      return t(`catalogue:bar.${fault.reason}.short`);
    default:
      return t(`cart:quick.line.${fault.kind}`);
  }
}

export function FaultText({ fault, typed }: { fault: LineFault; typed: string }) {
  const { t } = useShop();
  return (
    <>
      <State state={fault.kind === 'unchecked' ? 'pending' : 'refused'}>
        {faultWords(t, fault, typed)}
      </State>
      {fault.kind === 'ambiguous' || fault.kind === 'several-codes' ? (
        <>
          {' '}
          <span className="d">{fault.names.join(' · ')}</span>
        </>
      ) : null}
    </>
  );
}

interface Read {
  quantity: number | null;
  typed: string;
}

/** Hint on an accepted line without an entered quantity, for which the shop assumes 1. */
export function Uncounted({ line: { quantity, typed } }: { line: Read }) {
  const { t } = useShop();
  if (typed.trim() !== '' || quantity !== 1) return null;
  return <span className="d">{t('cart:quick.line.one')}</span>;
}

/** The counts that labels state, where an entered quantity replaces them. */
export function ReplacedCounts({ counts }: { counts: readonly number[] }) {
  const { t, formats } = useShop();
  return t('cart:quick.line.replaced', {
    counts: counts.map((count) => formats.number(count)).join(' + '),
  });
}

interface Summed {
  quantity: number | null;
  before: number;
}

/** Shows the pieces in earlier lines of the same product, and the sum including this line. */
export function SumText({ line: { before, quantity } }: { line: Summed }) {
  const { t, formats } = useShop();
  if (before === 0 || quantity === null) return null;
  return (
    <span className="d">
      {t('cart:quick.line.sum', {
        before: formats.number(before),
        more: formats.number(quantity),
        sum: formats.number(before + quantity),
      })}
    </span>
  );
}

/** State of an accepted line, with the sum when earlier lines have the same product. */
export function FoundText({ line }: { line: Read & Summed }) {
  const { t } = useShop();
  const isSum = line.before > 0 && line.quantity !== null;
  return (
    <>
      <State state="done">{t(isSum ? 'cart:quick.line.summed' : 'cart:quick.line.found')}</State>
      <SumText line={line} />
      <Uncounted line={line} />
    </>
  );
}
