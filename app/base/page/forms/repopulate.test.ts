import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { repopulateForm } from './repopulate.server';

const page = '/fr/account/thing';
const dom = (html: string, fields: [string, string][], action = page) =>
  parse(repopulateForm(html, page, { action, fields }));
const valueOf = (root: ReturnType<typeof dom>, selector: string): string | undefined =>
  root.querySelector(selector)?.getAttribute('value');

describe('a form refilled after sign-in', () => {
  it('AUTH-05 a refilled form has the posted value in every kind of field', () => {
    const html = `<p id="kept-filled" hidden="">back</p><p id="kept-again" hidden="">again</p>
      <form method="post"><input name="name" value="before"/><textarea name="body">old</textarea>
      <select name="region"><option value="a" selected="">A</option><option value="b">B</option></select>
      <input type="checkbox" name="terms"/><input type="checkbox" name="news" checked=""/>
      <input type="radio" name="kind" value="x" checked=""/><input type="radio" name="kind" value="y"/>
      <input type="hidden" name="uuid" value="own"/><input type="password" name="secret"/></form>`;
    const root = dom(html, [
      ['name', 'Dr "Noé" <b> & cie'],
      ['body', '\nLivrer </textarea><script>à'],
      ['region', 'b'],
      ['terms', 'on'],
      ['kind', 'y'],
      ['uuid', 'old'],
      ['secret', 'never'],
    ]);
    expect(valueOf(root, '[name=name]')).toBe('Dr "Noé" <b> & cie');
    expect(root.querySelector('textarea')?.text).toContain('Livrer </textarea><script>à');
    expect(root.querySelectorAll('script')).toEqual([]);
    const marked = root.querySelectorAll('[selected], [checked]').map((one) => one.outerHTML);
    expect(marked.join()).toMatch(/value="b".*name="terms".*value="y"/);
    expect(marked).toHaveLength(3);
    expect(valueOf(root, '[name=uuid]')).toBe('own');
    expect(valueOf(root, '[name=secret]')).toBeUndefined();
    for (const id of ['#kept-filled', '#kept-again'])
      expect(root.querySelector(id)?.hasAttribute('hidden'), id).toBe(false);
    // A form without a password or file field does not ask to enter one again.
    const plain = dom(html.replace(/<input type="password"[^>]*>/, ''), [['name', 'x']]);
    expect(plain.querySelector('#kept-filled')?.hasAttribute('hidden')).toBe(false);
    expect(plain.querySelector('#kept-again')?.hasAttribute('hidden')).toBe(true);
  });

  it('AUTH-05 repopulateForm distinguishes similar forms by their hidden fields, also when fields are outside the form element', () => {
    const line = (id: number) =>
      `<form method="post" id="f${id}"><input type="hidden" name="line" value="${id}"></form>
       <input form="f${id}" name="qty" value="1" data-of="${id}">`;
    const root = dom(line(1) + line(2) + line(3), [
      ['line', '2'],
      ['qty', '7'],
    ]);
    expect([1, 2, 3].map((id) => valueOf(root, `[data-of="${id}"]`))).toEqual(['1', '7', '1']);
  });

  it('AUTH-05 a form with one field is found although its idempotency key is new', () => {
    const html =
      '<form method="post"><input type="hidden" name="tx" value="new"/><input name="q"/></form>';
    const root = dom(html, [
      ['tx', 'old'],
      ['q', '12'],
    ]);
    expect(valueOf(root, '[name=q]')).toBe('12');
    expect(valueOf(root, '[name=tx]')).toBe('new');
  });

  it('AUTH-05 P-58 the field `was` keeps the values that the form had shown, not the current record', () => {
    const html =
      '<form method="post"><input type="hidden" name="was" value="q=7"/><input name="q" value="7"/></form>';
    const root = dom(html, [
      ['was', 'q=3'],
      ['q', '3'],
    ]);
    expect([valueOf(root, '[name=was]'), valueOf(root, '[name=q]')]).toEqual(['q=3', '3']);
  });

  it('AUTH-05 repopulateForm fills form fields with the same name in their order', () => {
    const html = `<form method="post"><input name="code"><input name="code"><input name="code"></form>`;
    const root = dom(html, [
      ['code', 'A'],
      ['code', ''],
      ['code', 'C'],
    ]);
    expect(root.querySelectorAll('input').map((one) => one.getAttribute('value'))).toEqual([
      'A',
      '',
      'C',
    ]);
  });

  it.each([
    ['another address', '<form method="post" action="/fr/cart"><input name="q"></form>'],
    ['a search', '<form><input name="q"></form>'],
    ['hidden fields only', '<form method="post"><input type="hidden" name="q" value="1"></form>'],
  ])(
    'AUTH-05 repopulateForm leaves a page without the posted form unchanged: %s',
    (_what, html) => {
      expect(repopulateForm(html, page, { action: `${page}?x=1`, fields: [['q', '2']] })).toBe(
        html,
      );
    },
  );
});
