import { describe, expect, it } from 'vitest';
import { translator } from '~/base/i18n/translate';
import { changeNoticesOf, noticesOf } from './add-lines.server';

const page = { t: translator('fr'), locale: 'fr' } as const;
const report = (sync: Parameters<typeof noticesOf>[1]['sync']) =>
  ({ full: false, sync, done: [{ fate: 'waiting' }] }) as const;

describe('notices about cart lines that wait', () => {
  it('CART-07 notices about waiting lines name an ERP that does not answer, refuses, or verifies another write', () => {
    const said = (['unavailable', 'error', 'checking', 'busy'] as const).map((sync) => {
      const [notice] = noticesOf(page, report(sync));
      return notice?.text;
    });
    expect(said).toEqual([
      expect.stringContaining('ne répond pas'),
      expect.stringContaining('n’a pas pu l’enregistrer'),
      expect.stringContaining('est d’abord vérifiée'),
      expect.stringContaining('est d’abord vérifiée'),
    ]);
    const [changed] = changeNoticesOf(page, report('error'));
    expect(changed?.text).toContain('n’a pas pu l’enregistrer');
    expect(changed?.tone).toBe('warn');
  });
});
