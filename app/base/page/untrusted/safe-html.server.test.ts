import { describe, expect, it } from 'vitest';
import { hostileMarkup, hostileText } from '../../../../tests/support/hostile-markup';
import { faultsInMarkup } from '../../../../tests/support/inert';
import { plainText, safeHtml } from './safe-html.server';

const rules = { origin: 'https://shop.example', linkHosts: ['x.example'] };

describe('untrusted markup', () => {
  it.each(hostileMarkup)(
    'P-24 safeHtml removes markup that runs code or covers the page: %s',
    (attack) => {
      const clean = safeHtml(`<p>before</p>${attack}<p>after</p>`, 'fr', rules) ?? '';
      expect(faultsInMarkup(clean)).toEqual([]);
      expect(clean).toContain('<p>before</p>');
      // Sanitizing the result again must not change it: then no browser can parse it differently.
      expect(safeHtml(clean, 'fr', rules)).toBe(clean);
    },
  );

  it('P-24 the check of the attacks detects each of them when it is not sanitized', () => {
    expect(hostileMarkup.length).toBeGreaterThanOrEqual(60);
    for (const attack of hostileMarkup) expect(faultsInMarkup(attack), attack).not.toEqual([]);
    expect(faultsInMarkup('<p><a href="/fr/news">x</a> <b>y</b></p>')).toEqual([]);
  });

  it('P-26 plainText returns no markup that could end the element around it', () => {
    expect(plainText(`Gants ${hostileText}`)).not.toMatch(/<\/?script/i);
  });

  it('CMS-01 safeHtml preserves the markup of an article', () => {
    const article =
      '<h2>Titre</h2><p>Un <strong>mot</strong> et <a href="/fr/news">un lien</a>.</p><ul><li>a</li></ul>';
    expect(safeHtml(article, 'fr', rules)).toBe(article);
  });

  it('CMS-01 safeHtml demotes first-level headings, loads pictures lazily and marks external links', () => {
    const clean = safeHtml(
      '<h1>A</h1><img src="https://m.example/a.png"><a href="https://x.example/">x</a><a href="/promotions">p</a>',
      'nl',
      rules,
    );
    expect(clean).toContain('<h2>A</h2>');
    expect(clean).toContain('loading="lazy"');
    expect(clean).toContain(
      '<a href="https://x.example/" rel="noopener" class="out">x<span class="vh"> (verlaat deze site)</span></a>',
    );
    expect(clean).toContain('<a href="/nl/promotions">');
  });

  it('SHELL-06 safeHtml turns a link to a host that is not in the current list into text', () => {
    const markup = '<p><a href="https://other.example/a">lire</a></p>';
    expect(safeHtml(markup, 'fr', rules)).toBe('<p><span>lire</span></p>');
    const wider = { ...rules, linkHosts: ['other.example'] };
    expect(safeHtml(markup, 'fr', wider)).toContain('<a href="https://other.example/a"');
    expect(safeHtml(markup, 'fr', rules)).toBe('<p><span>lire</span></p>');
  });

  it('P-24 safeHtml rejects markup that is too long, blank or not a string', () => {
    expect(safeHtml('x'.repeat(200_001), 'fr', rules)).toBeNull();
    expect(safeHtml('   ', 'fr', rules)).toBeNull();
    expect(safeHtml(null, 'fr', rules)).toBeNull();
  });

  it('PROD-01 plainText extracts the text of a description', () => {
    expect(plainText('<p>Chien &amp; chat</p><p>10 &lt; 20</p><script>x</script>')).toBe(
      'Chien & chat 10 < 20',
    );
  });
});
