/**
 * Logs ERP amounts that are not plausible: above a billion, or not a number. The shop treats such an amount as missing,
 * because displaying it as 0,00 would be wrong (P-44).
 */
import type { AppContext } from '../../../server/context';

export function logInvalidAmounts(
  { log }: Pick<AppContext, 'log'>,
  path: string,
  count: number,
): void {
  log.warn(
    { event: 'erp.amount_refused', path, count },
    'amounts of the ERP are none; what they belong to is shown without',
  );
}
