import { describe, expect, it } from 'vitest';
import { createReceipts } from './receipts';

const secret = 'a'.repeat(32);
const at = new Date('2026-11-23T09:30:00.000Z');

describe('receipts of forms', () => {
  it('CMS-05 REG-01 tell when a form was sent, for that form only', () => {
    const receipts = createReceipts(secret);
    const receipt = receipts.give('contact', at);
    expect(receipts.read('contact', receipt)).toEqual(at);
    expect(receipts.read('registration', receipt)).toBeNull();
  });

  it('P-94 are read after a change of the secret, until it is dropped', () => {
    const receipt = createReceipts(secret).give('contact', at);
    expect(createReceipts(`${'b'.repeat(32)}, ${secret}`).read('contact', receipt)).toEqual(at);
    expect(createReceipts('b'.repeat(32)).read('contact', receipt)).toBeNull();
  });

  it('CMS-05 cannot be made up or changed', () => {
    const receipts = createReceipts(secret);
    const receipt = receipts.give('contact', at);
    const later = (at.getTime() + 1).toString(36) + receipt.slice(receipt.indexOf('.'));
    for (const forged of [later, `${receipt}x`, receipt.slice(1), '', '1', 'sent', '.'.repeat(52)])
      expect(receipts.read('contact', forged), forged).toBeNull();
  });
});
