import { describe, expect, it } from 'vitest';
import { hostileMarkup, hostileText } from '../../../../tests/support/hostile-markup';
import { faultsInMarkup } from '../../../../tests/support/inert';
import { plainText, safeHtml } from './safe-html.server';

const rules = { origin: 'https://shop.example', linkHosts: ['x.example'] };

describe('markup that others write', () => {
  it.each(hostileMarkup)('P-24 shows nothing that runs or covers the page: %s', (attack) => {
    const clean = safeHtml(`<p>before</p>${attack}<p>after</p>`, 'fr', rules) ?? '';
    expect(faultsInMarkup(clean)).toEqual([]);
    expect(clean).toContain('<p>before</p>');
    // What a browser makes of it is cleaned to the same again: no parser reads it otherwise.
    expect(safeHtml(clean, 'fr', rules)).toBe(clean);
  });

  it('P-24 has many ways in to refuse, and would notice one', () => {
    expect(hostileMarkup.length).toBeGreaterThanOrEqual(60);
    for (const attack of hostileMarkup) expect(faultsInMarkup(attack), attack).not.toEqual([]);
    expect(faultsInMarkup('<p><a href="/fr/news">x</a> <b>y</b></p>')).toEqual([]);
  });

  it('P-26 gives words that end nothing they are put into', () => {
    expect(plainText(`Gants ${hostileText}`)).not.toMatch(/<\/?script/i);
  });

  it('CMS-01 keeps what an article is made of', () => {
    const article =
      '<h2>Titre</h2><p>Un <strong>mot</strong> et <a href="/fr/news">un lien</a>.</p><ul><li>a</li></ul>';
    expect(safeHtml(article, 'fr', rules)).toBe(article);
  });

  it('CMS-01 lowers first headings, loads pictures late, and parts foreign links from us', () => {
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

  it('SHELL-06 makes text of a link to a host that is not listed, by the list of the moment', () => {
    const markup = '<p><a href="https://other.example/a">lire</a></p>';
    expect(safeHtml(markup, 'fr', rules)).toBe('<p><span>lire</span></p>');
    const wider = { ...rules, linkHosts: ['other.example'] };
    expect(safeHtml(markup, 'fr', wider)).toContain('<a href="https://other.example/a"');
    expect(safeHtml(markup, 'fr', rules)).toBe('<p><span>lire</span></p>');
  });

  it('P-24 refuses markup that would hold up every other request', () => {
    expect(safeHtml('x'.repeat(200_001), 'fr', rules)).toBeNull();
    expect(safeHtml('   ', 'fr', rules)).toBeNull();
    expect(safeHtml(null, 'fr', rules)).toBeNull();
  });

  it('PROD-01 gives the words alone for descriptions', () => {
    expect(plainText('<p>Chien &amp; chat</p><p>10 &lt; 20</p><script>x</script>')).toBe(
      'Chien & chat 10 < 20',
    );
  });
});
