/** Amounts of the ERP that are none: beyond a billion, or no number. Shown as 0,00 they would be a lie (P-44). */
import type { AppContext } from '../../../server/context';

export function noteRefused({ log }: Pick<AppContext, 'log'>, path: string, count: number): void {
  log.warn(
    { event: 'erp.amount_refused', path, count },
    'amounts of the ERP are none; what they belong to is shown without',
  );
}
