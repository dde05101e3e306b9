/** E-mails that a real ERP would send; a test reads tokens from them (contract/erp.md 21). */
import type { ErpState } from '../call';
import type { MailRecord } from './records';

export function sendMail(erp: ErpState, mail: Omit<MailRecord, 'id' | 'at'>): void {
  erp.store.mails.put({
    ...mail,
    id: erp.store.next('mail'),
    at: new Date(erp.clock.now()).toISOString(),
  });
}
