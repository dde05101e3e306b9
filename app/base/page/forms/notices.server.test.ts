import { describe, expect, it } from 'vitest';
import type { NoticeMessage } from '../notice';
import { askedIn, redirectWithNotice, takeNotices } from './notices.server';
import type { PageRequest } from '../page';

/** The two parts of the request context that notices use. */
function partsOf(cookie?: string, origin = 'https://shop.example') {
  const written = new Map<string, string>();
  const context = {
    site: { origin },
    cookies: {
      read: () => cookie,
      write: (name: string, value: string) => void written.set(name, value),
    },
  } as unknown as PageRequest['context'];
  return { page: { context }, written };
}

const stored = (notices: readonly NoticeMessage[]): string => {
  const { page, written } = partsOf();
  redirectWithNotice(page, '/fr/cart', notices);
  return written.get('notice') ?? '';
};

describe('notices that survive a redirect', () => {
  it('SHELL-01 the next page shows the notices of an action once', () => {
    const notices: NoticeMessage[] = [
      { tone: 'ok', text: '6 × Clavorin ajoutés', link: { href: '/fr/cart', text: 'Voir' } },
      { tone: 'warn', text: '« Vétérinaire » seulement' },
    ];
    const taken = takeNotices(partsOf(stored(notices)).page);
    expect(taken.notices).toEqual(notices);
    expect(taken.headers['Set-Cookie']).toMatch(/^notice=; .*Max-Age=0.*HttpOnly.*Secure/);
  });

  it('CART-12 leaveNotices keeps the undo form of a notice unless it is too long or posts to another site', () => {
    const undo = (key: string, action = '/fr/cart') =>
      ({
        action,
        text: 'Annuler',
        fields: [
          ['do', 'undo'],
          [key, '3'],
        ],
      }) as const;
    const notice = { tone: 'info', text: 'Clavorin × 3 retiré.' } as const;
    const short = [{ ...notice, undo: undo('u.12|{"cut":"x"}') }];
    expect(takeNotices(partsOf(stored(short)).page).notices).toEqual(short);
    const long = stored([{ ...notice, undo: undo(`u.12|${'x'.repeat(1_500)}`) }]);
    expect(takeNotices(partsOf(long).page).notices).toEqual([notice]);
    const foreign = stored([{ ...notice, undo: undo('u.1', 'https://evil.example/') }]);
    expect(takeNotices(partsOf(foreign).page).notices).toEqual([]);
  });

  it('CART-12 askedIn returns the questions of an answer whatever their length, and none that post to another site', () => {
    const fields = Array.from({ length: 90 }, (_, at) => [`q.${at + 2}`, '2.000'] as const);
    const question = (action: string) => {
      const undo = { action, text: 'Oui', fields };
      return { tone: 'warn' as const, text: 'Pas encore'.repeat(60), undo };
    };
    expect(askedIn({ kind: 'asked', ask: [question('/fr/cart')] })).toEqual([question('/fr/cart')]);
    expect(askedIn({ ask: [question('https://evil.example/')] })).toEqual([]);
    expect(askedIn({ kind: 'form-answer', typed: {} })).toEqual([]);
  });

  it('SHELL-01 redirectWithNotice uses status 303, which turns a post into a get', () => {
    const { page } = partsOf();
    const response = redirectWithNotice(page, '/fr/cart?x=1#lines', []);
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe('/fr/cart?x=1#lines');
  });

  it('P-16 redirectWithNotice rejects a redirect to another site', () => {
    const { page } = partsOf();
    for (const to of ['//e.example', '/\\e.example', 'https://e.example', 'javascript:x', '']) {
      expect(() => redirectWithNotice(page, to, [])).toThrow(RangeError);
    }
  });

  it('SHELL-01 leaveNotices limits the size of the cookie, however long the notices are', () => {
    const text = 'é'.repeat(3_000);
    const many = stored(Array.from({ length: 40 }, () => ({ tone: 'info' as const, text })));
    expect(many.length).toBeLessThan(3_000);
    expect(takeNotices(partsOf(many).page).notices[0]?.text.endsWith('…')).toBe(true);
  });

  it('P-16 takeNotices ignores forged notices and links to other sites', () => {
    const forge = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      'not base64 json',
      forge({ tone: 'ok', text: 'x' }),
      forge([{ tone: 'shout', text: 'x' }]),
      forge([{ tone: 'ok', text: 'x', link: { href: 'https://e.example', text: 'x' } }]),
      forge([{ tone: 'ok', text: 'x', link: { href: '//e.example', text: 'x' } }]),
    ];
    for (const cookie of forged) expect(takeNotices(partsOf(cookie).page).notices).toEqual([]);
  });

  it('P-27 takeNotices sets no cookie on a page without a notice', () => {
    expect(takeNotices(partsOf().page)).toEqual({ notices: [], headers: {} });
  });
});
