import { describe, expect, it } from 'vitest';
import { noteText } from '~/base/page/untrusted/note-text.server';
import { refusalText } from './refusal-text.server';

describe('texts from the ERP', () => {
  it.each([
    ['This code is invalid (NOPE).', 'checkout:refusal.code-invalid'],
    ["Ce code n'est pas valide (NOPE).", 'checkout:refusal.code-invalid'],
    ['Deze code is ongeldig (NOPE).', 'checkout:refusal.code-invalid'],
    ['This promo code is already applied.', 'checkout:refusal.code-applied'],
    ['This delivery method is not available for your order', 'checkout:refusal.carrier'],
    ['Invalid code for pickup site', 'checkout:refusal.point'],
    ['Votre compte ne permet pas de commander.', 'checkout:refusal.may-not-order'],
  ])('CHK-02 refusalText replaces the ERP’s sentence "%s" by the shop’s text', (detail, key) => {
    expect(refusalText(detail, 'checkout:refusal.code')).toBe(key);
  });

  it.each([
    'Traceback (most recent call last)',
    'The operation cannot be completed: code is invalid',
    'Constraint: This code is invalid',
    'Contrainte : This code is invalid',
    'Ongeldig: This code is invalid\nres_partner_state_id_fkey',
    '',
  ])('CHK-02 refusalText never displays "%s"', (detail) => {
    expect(refusalText(detail, 'checkout:refusal.code')).toBe('checkout:refusal.code');
  });

  it('CHK-02 a note from the ERP is converted to the text that the customer entered', () => {
    expect(noteText(null)).toBe('');
    expect(noteText('<p>Sonner à l’arrière\nMerci</p>')).toBe('Sonner à l’arrière\nMerci');
    expect(noteText('<p>a &lt; b &amp;&amp; &quot;c&quot;</p>')).toBe('a < b && "c"');
    expect(noteText('<p>un</p><p>deux<br/>trois</p>')).toBe('un\ndeux\ntrois');
    expect(noteText('<p>x</p><script>alert(1)</script>')).toBe('x');
  });
});
