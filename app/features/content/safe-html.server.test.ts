import { describe, expect, it } from 'vitest';
import { plainText, safeHtml } from './safe-html.server';

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><g/></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,x"></object>',
  '<embed src="x">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<form action="https://evil.example"><input name=a><button>x</button></form>',
  '<p style="position:fixed;inset:0">x</p>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example">',
  '<p id="main" name="location" class="top">x</p>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="javascript:alert(1) 1x" src="https://m.example/a.png">',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><script>alert(1)</script></textarea>',
  '<xmp><script>alert(1)</script></xmp>',
  '<a href="https://ok.example" target=_blank onclick=alert(1)>x</a>',
];

describe('markup that others write', () => {
  it.each(attacks)('P-24 shows nothing that runs or covers the page: %s', (attack) => {
    const clean = safeHtml(`<p>before</p>${attack}<p>after</p>`, 'fr') ?? '';
    expect(clean).not.toMatch(
      /<(script|svg|math|iframe|object|embed|form|input|button|style|link|meta|base|video|template|details)/i,
    );
    expect(clean).not.toMatch(/\s(on\w+|style|id|name|class|srcset|target)\s*=/i);
    expect(clean).not.toMatch(/(href|src)="\s*(javascript|data|vbscript|\/\/)/i);
    expect(clean).toContain('<p>before</p>');
  });

  it('CMS-01 keeps what an article is made of', () => {
    const article =
      '<h2>Titre</h2><p>Un <strong>mot</strong> et <a href="/fr/news">un lien</a>.</p><ul><li>a</li></ul>';
    expect(safeHtml(article, 'fr')).toBe(article);
  });

  it('CMS-01 lowers first headings, loads pictures late, and parts foreign links from us', () => {
    const clean = safeHtml(
      '<h1>A</h1><img src="https://m.example/a.png"><a href="https://x.example/">x</a><a href="/promotions">p</a>',
      'nl',
    );
    expect(clean).toContain('<h2>A</h2>');
    expect(clean).toContain('loading="lazy"');
    expect(clean).toContain('<a href="https://x.example/" rel="noopener">');
    expect(clean).toContain('<a href="/nl/promotions">');
  });

  it('P-24 refuses markup that would hold up every other request', () => {
    expect(safeHtml('x'.repeat(200_001), 'fr')).toBeNull();
    expect(safeHtml('   ', 'fr')).toBeNull();
    expect(safeHtml(null, 'fr')).toBeNull();
  });

  it('PROD-01 gives the words alone for descriptions', () => {
    expect(plainText('<p>Chien &amp; chat</p><p>10 &lt; 20</p><script>x</script>')).toBe(
      'Chien & chat 10 < 20',
    );
  });
});
