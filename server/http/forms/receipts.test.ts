import { describe, expect, it } from 'vitest';
import { createSeal } from '../../auth/session/seal';
import { createReceipts } from './receipts';

const secret = 'a'.repeat(32);
const receiptsOf = (secrets: string) => createReceipts(createSeal(secrets));
const at = new Date('2026-11-23T09:30:00.000Z');

describe('receipts of posted forms', () => {
  it('CMS-05 REG-01 a receipt proves when a form was sent, for that form only', () => {
    const receipts = receiptsOf(secret);
    const receipt = receipts.give('contact', at);
    expect(receipts.read('contact', receipt)).toEqual(at);
    expect(receipts.read('registration', receipt)).toBeNull();
  });

  it('P-94 a receipt remains valid after a change of the secret, until the old secret is dropped', () => {
    const receipt = receiptsOf(secret).give('contact', at);
    expect(receiptsOf(`${'b'.repeat(32)}, ${secret}`).read('contact', receipt)).toEqual(at);
    expect(receiptsOf('b'.repeat(32)).read('contact', receipt)).toBeNull();
  });

  it('CMS-05 a forged or modified receipt is rejected', () => {
    const receipts = receiptsOf(secret);
    const receipt = receipts.give('contact', at);
    const changed = (receipt.startsWith('A') ? 'B' : 'A') + receipt.slice(1);
    for (const forged of [
      changed,
      `${receipt}x`,
      receipt.slice(1),
      receipt.slice(4),
      '',
      '1',
      'sent',
      at.toISOString(),
    ])
      expect(receipts.read('contact', forged), forged).toBeNull();
  });
});
