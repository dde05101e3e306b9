import { describe, expect, it } from 'vitest';
import { scrubbedFields, redactText, redactEchoes } from './redaction';

const personal: readonly (readonly [kind: string, text: string])[] = [
  ['an access token', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ['a bearer header', 'Authorization: Bearer opaque-4711-token'],
  ['a cookie', 'cookie: session_id=8f7e6d5c4b3a'],
  ['a password in a form', 'login=x&password=Tr0ub4dor&3'],
  ['a client secret', '{"client_secret":"s3cr3t-value"}'],
  [
    'a code in an address',
    '/fr/account/oidc-redirect?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj',
  ],
  ['an e-mail address', 'user anne.peeters+shop@praktijk.example is unknown'],
  ['an e-mail address in a path', '/fr/c/anne.peeters%40praktijk.example'],
  ['one that was encoded twice', '/fr/c/anne.peeters%2540praktijk.example'],
  ['a telephone in a path', '/fr/c/%2B32%20475%2012%2034%2056'],
  ['an account number', 'IBAN BE68 5390 0754 7034 refused'],
  ['a Belgian VAT number', 'vat BE0403.227.515 exists'],
  ['a Dutch VAT number', 'vat NL123456789B01 exists'],
  ['a mobile telephone', 'call +32 475 12 34 56 now'],
  ['a telephone of here', 'call 0475/12.34.56 now'],
];
const kept = [
  'GET v2/cart/sync',
  'connect ECONNREFUSED 127.0.0.1:8069',
  "Cannot read properties of undefined (reading 'code')",
  '/fr/p/gants-nitrile-5412345678908',
  'Vous devez choisir une quantité entre 1 et 12',
  '2026-11-22T08:30:00.000Z',
  'valid from 01.02.2026 to 28.02.2026',
  'S00012345 has 3 lines, 0.5 s, status code 500',
  '9f8b2c4d-1111-4222-8333-444455556666',
];

describe('redaction of log lines', () => {
  it.each(personal)('P-71 redactText removes %s', (_kind, text) => {
    const clean = redactText(text);
    expect(clean).toMatch(/\[(token|secret|e-mail|account|VAT number|telephone)\]/);
    for (const part of ['Tr0ub4dor', 's3cr3t', 'Splxl', 'af0if', 'opaque', '8f7e6d', 'peeters'])
      expect(clean).not.toContain(part);
    expect(clean).not.toMatch(/5390|227|123456789|475/);
  });

  it.each(kept)('P-71 redactText leaves what support needs: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('P-71 scrubbedFields redacts fields named like a secret at any depth', () => {
    const line = { token: 'plain', sent: { id_token: 'words', to: [{ cookie: 'a b', ms: 3 }] } };
    expect(scrubbedFields(line)).toEqual({
      token: '[redacted]',
      sent: { id_token: '[redacted]', to: [{ cookie: '[redacted]', ms: 3 }] },
    });
  });

  it('P-71 scrubbedFields processes every part of a line', () => {
    const line = {
      event: 'x.y',
      detail: ['a@b.example', { deep: 'password=abc' }],
      ms: 3,
      at: null,
    };
    expect(scrubbedFields(line)).toEqual({
      event: 'x.y',
      detail: ['[e-mail]', { deep: 'password=[secret]' }],
      ms: 3,
      at: null,
    });
  });

  it('P-71 redactEchoes removes what the ERP repeats of a request', () => {
    const sent = { note: 'Sonner chez Dupont', lines: [{ street: 'Rue du Lac 4' }], qty: 12 };
    expect(redactEchoes('note "Sonner chez Dupont" at Rue du Lac 4 is too long (12)', sent)).toBe(
      'note "[as sent]" at [as sent] is too long (12)',
    );
  });

  it('P-72 redactText truncates long values and removes line breaks of any kind', () => {
    expect(redactText('x'.repeat(3_000))).toHaveLength(513);
    expect(redactText('a\u2028b\u2029c\u0085d')).toBe('a b c d');
  });

  it('P-72 scrubbedFields removes characters that JSON leaves unescaped and a terminal interprets or reverses', () => {
    const marks = ['\u009b31m', '\u009d0;title', '\u0090', '\u007f', '\u202e', '\u2066', '\u061c'];
    for (const mark of marks) {
      const line = JSON.stringify(scrubbedFields({ path: `/fr/${mark}x` }));
      expect(line, escape(mark)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});
