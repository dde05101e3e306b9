import type { Translate } from '~/base/i18n/translate';
import { faultValues } from '../file-fault';
import type { ImportAnswer } from '../import-view';

/** Text that explains why a file was not read or an import not sent, in the customer's language. */
export function faultText(t: Translate, fault: ImportAnswer['fault']): string {
  switch (fault.kind) {
    case 'may-not-order':
      return t('catalogue:bar.may-not-order.meaning');
    case 'checking':
      return t('cart:import.fault.checking', { count: Math.ceil(fault.seconds / 60) });
    case 'beyond':
      return t('cart:import.fault.beyond', { names: fault.names });
    case 'unusual':
      return t('cart:quick.line.unusual');
    case 'unavailable':
    case 'refused':
    case 'not-installed':
    case 'nothing-ready':
      return t(`cart:import.fault.${fault.kind}`);
    default:
      return t(`cart:import.fault.${fault.kind}`, faultValues(fault));
  }
}
