/** Faults in untrusted markup on a page: anything that a browser could run or follow by itself. */
import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

const shown = new Set(
  'p br hr h2 h3 h4 h5 ul ol li dl dt dd blockquote pre a b strong i em u s small sub sup span code img figure figcaption table caption thead tbody tfoot tr th td div'.split(
    ' ',
  ),
);
const attributes = new Set(
  'href rel src alt width height loading colspan rowspan scope start'.split(' '),
);
const address = /^(https?:\/\/(?![^/]*@)|mailto:|tel:|#|\/(?!\/))/i;

function wrongWith(name: string, values: Readonly<Record<string, string>>): string[] {
  const wrong = shown.has(name) ? [] : [`<${name}>`];
  for (const [attribute, value] of Object.entries(values)) {
    if (!attributes.has(attribute)) wrong.push(`<${name} ${attribute}>`);
    if ((attribute === 'href' || attribute === 'src') && !address.test(value))
      wrong.push(`<${name} ${attribute}="${value}">`);
  }
  const { href, rel } = values;
  if (href !== undefined && /^https?:/i.test(href) && !(rel ?? '').includes('noopener'))
    wrong.push(`<${name} href="${href}"> without rel`);
  return wrong;
}

export function faultsInMarkup(markup: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag: (name, values) => faults.push(...wrongWith(name, values)),
    onprocessinginstruction: (name) => faults.push(`<${name}>`),
    oncomment: () => faults.push('a comment'),
  });
  parser.end(markup);
  return faults;
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Checks a complete page of the shop: only scripts and styles that its policy names (a nonce, or a URL of the shop on a
 * shared page without nonce; a style by its hash), no event handler, no frame, no base element.
 */
export function faultsInPage(page: string, policy: string): string[] {
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
  const faults: string[] = [];
  const allows = (values: Readonly<Record<string, string>>): boolean => {
    if (values['type'] === 'application/ld+json') return true;
    if (nonce === undefined) return /^\/(?!\/)/.test(values['src'] ?? '');
    return values['nonce'] === nonce;
  };
  let open = '';
  let style = '';
  const parser = new Parser({
    onopentag(name, values) {
      open = name;
      style = '';
      if (name === 'script' && !allows(values)) faults.push('<script> that the policy refuses');
      if (['iframe', 'object', 'embed', 'base', 'template', 'math'].includes(name))
        faults.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(values)) {
        if (/^on/i.test(attribute)) faults.push(`<${name} ${attribute}>`);
        if (/^\s*((javascript|vbscript|file)\s*:|data:text)/i.test(value))
          faults.push(`<${name} ${attribute}="${value}">`);
      }
    },
    ontext(text) {
      if (open === 'script' && text.includes('</')) faults.push('a script that could be ended');
      if (open === 'style') style += text;
    },
    onclosetag(name) {
      if (name === 'style' && !policy.includes(hashOf(style)))
        faults.push('<style> that the policy refuses');
      open = '';
    },
  });
  parser.end(page);
  return faults;
}
