/** Mails the office would have sent; a test reads the tokens from them (contract/erp.md 21). */
import type { Office } from '../call';
import type { MailRecord } from './records';

export function sendMail(office: Office, mail: Omit<MailRecord, 'id' | 'at'>): void {
  office.store.mails.put({
    ...mail,
    id: office.store.next('mail'),
    at: new Date(office.clock.now()).toISOString(),
  });
}
