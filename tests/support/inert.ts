/** What is wrong with markup that others wrote and the shop shows: whatever a browser could run or be led by. */
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

/** Over a whole page of the shop: nothing runs but what carries its nonce, no handler, no frame, no base. */
export function faultsInPage(page: string, nonce: string): string[] {
  const faults: string[] = [];
  let inScript = false;
  const parser = new Parser({
    onopentag(name, values) {
      inScript = name === 'script';
      if (inScript && values['nonce'] !== nonce) faults.push('<script> without the nonce');
      if (['iframe', 'object', 'embed', 'base', 'style', 'template', 'math'].includes(name))
        faults.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(values)) {
        if (/^on/i.test(attribute)) faults.push(`<${name} ${attribute}>`);
        if (/^\s*((javascript|vbscript|file)\s*:|data:text)/i.test(value))
          faults.push(`<${name} ${attribute}="${value}">`);
      }
    },
    ontext(text) {
      if (inScript && text.includes('</')) faults.push('a script that could be ended');
    },
    onclosetag() {
      inScript = false;
    },
  });
  parser.end(page);
  return faults;
}
