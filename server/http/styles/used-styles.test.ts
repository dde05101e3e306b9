import { describe, expect, it } from 'vitest';
import { takeApart } from '../../../tools/bundle/style-rules';
import { stylePicker } from './used-styles';

const sheet = `
:root{color-scheme:light;--a:1px;--b:var(--a);--unused:3px}
@media (prefers-contrast:more){:root{--a:2px}}
html{margin:0}
.card,.lost{padding:var(--b)}
.card .price:hover{color:red}
.card .gone{color:blue}
#main>li:not(.lost){animation:turn 1s}
dialog[open]{color:green}
@media (width<48em){.card{padding:0}.lost{padding:0}}
@media (width<48em){.price{margin:0}}
@supports selector(:has(a)){@media (width<30em){.card:has(.lost){margin:0}}}
@media print{@page{size:A4;@bottom-right{content:counter(page)}}:root{--a:4px}.card{color:#000}.price,.lost{display:none}}
@keyframes turn{to{rotate:1turn}}
@keyframes stay{to{rotate:0turn}}
`;
const rules = { address: '/assets/shop-x.css', version: 'x', ...takeApart(sheet) };
const pick = stylePicker(rules);
const used = (html: string): string => pick(html).all;

describe('stylePicker: styles of a page', () => {
  it('P-77 stylePicker selects the rules whose tags, classes and ids all occur, in sheet order, without hover and print rules', () => {
    expect(
      used('<html><main id="main"><ul class="wide card"><li class="price">1</li></ul></main>'),
    ).toBe(
      ':root{--a:1px;--b:var(--a)}@media (prefers-contrast:more){:root{--a:2px}}' +
        ':root{color-scheme:light}html{margin:0}.card{padding:var(--b)}' +
        '#main>li:not(.lost){animation:turn 1s}' +
        '@media (width<48em){.card{padding:0}.price{margin:0}}' +
        '@supports selector(:has(a)){@media (width<30em){.card:has(.lost){margin:0}}}' +
        '@media print{.price{display:none}}' +
        '@keyframes turn{to{rotate:1turn}}',
    );
  });

  it('SHELL-08 stylePicker includes the print rules for a printable document', () => {
    expect(used('<main class="paper card">')).toContain(
      '@media print{@page{size:A4;@bottom-right{content:counter(page)}}:root{--a:4px}.card{color:#000}}',
    );
  });

  it('P-77 stylePicker keeps rules for states and attributes that a script or a click may cause', () => {
    expect(used('<dialog>')).toBe(
      ':root{color-scheme:light}html{margin:0}dialog[open]{color:green}',
    );
  });

  it('P-77 stylePicker caches its result per set of names, in any order', () => {
    const first = pick('<p class="card"><b class="price">1</b>');
    expect(pick('<b class="price">2</b><p class="card" id="other">')).toBe(first);
    const other = pick('<p class="card">');
    expect(other.all).not.toContain('.price');
    expect(other.sources).not.toEqual(first.sources);
  });

  it('P-77 styles of the part before main come first, then all styles in sheet order', () => {
    const late = takeApart(
      ':root{--a:1px;--b:2px}.top{margin:var(--a)}.row{color:red}.top,.row{margin:var(--b)}[data-state=x]{margin:3px}',
    );
    const split = stylePicker({ address: '', version: '', ...late });
    const top = '<header class="top">';
    const page = `${top}<main><p class="row" data-state="x">`;
    const { first, all, sources } = split(page, top);
    expect(first).toBe(':root{--a:1px;--b:2px}.top{margin:var(--a)}.top{margin:var(--b)}');
    // No property is declared twice: the second, unconditional declaration would override one for narrow screens.
    expect(all).toBe(
      '.top{margin:var(--a)}.row{color:red}.top,.row{margin:var(--b)}[data-state=x]{margin:3px}',
    );
    expect(sources).toHaveLength(2);
    expect(split(page, '<header class="top" data-state="y">').first).toContain('[data-state=x]');
    expect(split(page)).toMatchObject({ first: '', sources: [expect.any(String)] });
  });

  it('P-77 stylePicker returns the rules that apply to every document for a page without names', () => {
    expect(used('<html><body>')).toBe(':root{color-scheme:light}html{margin:0}');
  });
});
