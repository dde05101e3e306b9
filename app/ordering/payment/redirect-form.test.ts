import { describe, expect, it } from 'vitest';
import { readRedirectForm } from './redirect-form.server';

const hosts = ['pay.example', 'localhost:4101'];
const form = (action: string, inner = '<input type="hidden" name="ref" value="S&amp;1"/>') =>
  `<form method="post" action="${action}">${inner}</form>`;

describe('redirect form of the provider', () => {
  it('P-25 the form yields action, method and hidden inputs, decoded', () => {
    expect(readRedirectForm(form('https://pay.example/go?a=1&amp;b=2'), hosts)).toEqual({
      ok: true,
      value: {
        action: 'https://pay.example/go?a=1&b=2',
        method: 'post',
        fields: [['ref', 'S&1']],
      },
    });
  });

  it('P-25 the target may use plain http on this machine only', () => {
    expect(readRedirectForm(form('http://localhost:4101/pay'), hosts).ok).toBe(true);
    expect(readRedirectForm(form('http://pay.example/go'), hosts)).toMatchObject({
      refusal: { kind: 'host-refused', host: 'pay.example' },
    });
  });

  it.each([
    'https://evil.example/go',
    'https://pay.example.evil.example/',
    'https://pay.example@evil.example/',
    'https://user:secret@pay.example/',
    'https://pay.example:8443/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/payment',
    '',
  ])('P-25 readRedirectForm rejects a form that leads to %s', (action) => {
    expect(readRedirectForm(form(action), hosts)).toMatchObject({
      ok: false,
      refusal: { kind: 'host-refused' },
    });
  });

  it.each([
    '<script>document.forms[0].submit()</script>',
    '<img src=x onerror=alert(1)>',
    '<input type="hidden" name="a" onfocus="x()">',
    '<button formaction="https://evil.example/">',
    '<iframe src="https://evil.example/"></iframe>',
    '<style>*{}</style>',
    '<svg onload=alert(1)>',
    '<a href="https://evil.example/">x</a>',
  ])('P-25 readRedirectForm rejects a whole form that contains %s', (inner) => {
    expect(readRedirectForm(form('https://pay.example/go', inner), hosts).ok).toBe(false);
  });

  it('P-25 anything but exactly one form with method get or post is rejected', () => {
    const one = form('https://pay.example/go');
    for (const html of [one + one, '', '<p>no form</p>', one.replace('post', 'dialog')])
      expect(readRedirectForm(html, hosts)).toEqual({ ok: false, refusal: { kind: 'not-a-form' } });
  });

  it('P-25 inputs that are not hidden are left out, and a target named on an input is accepted', () => {
    const html =
      '<form method="get"><input type="hidden" data-action-url="https://pay.example/x" name="a" value="1">' +
      '<input type="submit" name="go" value="Pay"></form>';
    expect(readRedirectForm(html, hosts)).toMatchObject({
      ok: true,
      value: { action: 'https://pay.example/x', method: 'get', fields: [['a', '1']] },
    });
  });
});
