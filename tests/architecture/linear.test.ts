/**
 * Processing time grows at most linearly with the text (P-92): every regular expression of the shop runs on texts made
 * of its own characters, and the sanitisers on their worst markup. Measured in processor time.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, vi } from 'vitest';
import { readProductCode } from '../../app/catalogue/products/codes/product-code';
import { linearPattern } from '../../app/content/forms/model/pattern';
import { noteText } from '../../app/base/page/untrusted/note-text.server';
import { plainText, safeHtml } from '../../app/base/page/untrusted/safe-html.server';
import { jsonDepth } from '../../server/http/forms/form-rules';
import { cpuMsOf, isSteep, leastMs } from '../support/growth';

const rules = { origin: 'https://shop.example', linkHosts: ['x.example'] };

interface Found {
  where: string;
  source: string;
  flags: string;
}

function expressionsIn(file: string): Found[] {
  const found: Found[] = [];
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ where: `${file}: ${node.text}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const files = ['app', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);
const expressions = files.flatMap(expressionsIn);

/**
 * Files that create expressions when loaded. The worker is excluded: its values come from the build, and it sees only
 * our own URLs.
 */
const makers = files.filter(
  (file) =>
    file !== 'app/storefront/offline/worker/shop-worker.ts' &&
    /^(?:export )?const \w+ = (?:\[.*)?new RegExp\(|^ {2}new RegExp\(/m.test(
      readFileSync(file, 'utf8'),
    ),
);

/** Expressions that these files create with `new RegExp`. */
async function madeExpressions(): Promise<Found[]> {
  const made: Found[] = [];
  let file = '';
  const Real = globalThis.RegExp;
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    new Proxy(Real, {
      construct(target, [source, flags]: [string | RegExp, string | undefined]) {
        const one = new target(source, flags);
        const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
        if (caller.includes('node_modules')) return one;
        made.push({ where: `${file}: ${String(one)}`, source: one.source, flags: one.flags });
        return one;
      },
    }),
  );
  try {
    for (file of makers) await import(join(process.cwd(), file));
  } finally {
    vi.unstubAllGlobals();
  }
  const isOurs = ({ where }: Found): boolean => makers.some((one) => where.startsWith(`${one}:`));
  return made
    .filter(isOurs)
    .filter(({ source }, at, all) => all.findIndex((other) => other.source === source) === at);
}

const classSamples: Readonly<Record<string, string>> = {
  s: ' ',
  d: '0',
  w: 'a',
  n: '\n',
  t: '\t',
  r: '\r',
};

/**
 * Text that each alternative of an expression matches, with the first alternative of inner groups and each quantified
 * part once. Finds repeated words of several characters, which texts of single characters never contain.
 */
function alternativesOf(source: string): string[] {
  const found: string[] = [];
  let at = 0;
  function bracket(): string {
    const negated = source[at + 1] === '^';
    let sample = '';
    for (at += negated ? 2 : 1; at < source.length && source[at] !== ']'; at += 1) {
      const escaped = source[at] === '\\';
      if (escaped) at += 1;
      const one = source[at] ?? '';
      sample ||= escaped ? (classSamples[one.toLowerCase()] ?? one) : one;
    }
    return negated ? 'a' : sample;
  }
  function group(): string {
    let first: string | null = null;
    let own = '';
    const end = (): void => {
      if (own !== '') found.push(own);
      first ??= own;
      own = '';
    };
    for (; at < source.length && source[at] !== ')'; at += 1) {
      const one = source[at] ?? '';
      if (one === '|') end();
      else if (one === '(') {
        const kind = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(source.slice(at))?.[0] ?? '(';
        at += kind.length;
        const inner = group();
        if (!/[=!]$/.test(kind)) own += inner;
      } else if (one === '[') own += bracket();
      else if (one === '\\') {
        at += 1;
        const escaped = source[at] ?? '';
        if (!/[bBpPkuxc0-9]/.test(escaped)) own += classSamples[escaped.toLowerCase()] ?? escaped;
      } else if (one === '{' && /^\{\d+,?\d*\}/.test(source.slice(at)))
        at = source.indexOf('}', at);
      else if (one === '.') own += 'a';
      else if (!/[*+?^$]/.test(one)) own += one;
    }
    end();
    return first ?? '';
  }
  group();
  return [...new Set(found.filter((one) => one.length > 1 && one.length <= 40))];
}

/** Texts of one repeated piece that the expression may start to match anywhere, with another end. */
function textsFor({ source }: Found): string[] {
  const own = [...new Set(source.replace(/\\[a-zA-Z]/g, ''))];
  const pieces = [
    ...own,
    ' ',
    '\n',
    '0',
    'a',
    'A',
    'é',
    '<',
    'ab',
    '0 ',
    'a ',
    '<a ',
    '.a',
    'a.',
    '\\"',
  ];
  const [first = 'a', second = 'b'] = own.filter((one) => /\w/.test(one));
  const words = alternativesOf(source).flatMap((word) => [word, word.slice(0, -1)]);
  return [...new Set([...pieces, first + second, ...words.slice(0, 40)])];
}

/**
 * Test texts start with one of these characters, whichever differs from the repeated piece, and end with a character
 * that few expressions allow.
 */
const beginnings = ['0', 'a'];
const refusedEnd = 'a\nb c';

/** Pieces to repeat after such a beginning: separators, and the expression's own literal words. */
const piecesBehind = (one: Found): string[] => [
  ...new Set([' ', '\t', '0', 'a', ...alternativesOf(one.source).slice(0, 8)]),
];

const repeated = (piece: string, length: number): string =>
  `${piece.repeat(Math.ceil(length / piece.length))}\u0001`;

const isSteepOn = (one: Found, textOf: (length: number) => string): boolean =>
  isSteep((length) => {
    const text = textOf(length);
    const expression = new RegExp(one.source, one.flags);
    return () => text.replace(expression, '');
  });

const piecesSteepAlone = (one: Found): string[] =>
  textsFor(one).filter((piece) => isSteepOn(one, (length) => repeated(piece, length)));

const piecesSteepBehind = (one: Found): string[] =>
  piecesBehind(one).filter((piece) =>
    beginnings.some((beginning) =>
      isSteepOn(
        one,
        (length) => `${beginning}${piece.repeat(Math.ceil(length / piece.length))}${refusedEnd}`,
      ),
    ),
  );

describe('regular expressions on untrusted text', () => {
  it('P-92 the linear-time test finds more than 400 regular expressions in the source', () => {
    expect(expressions.length).toBeGreaterThan(400);
  });

  it.each([
    ['(?:<b>|<i>)+x', '<b>'],
    ['(?:&nbsp;|&#160;)+;', '&nbsp;'],
    ['(?:ab(?:cd)?|ef)*(?:abcd)*z', 'abcd'],
  ])(
    'P-92 the linear-time test detects the superlinear expression %s, with text of its own characters',
    (source, word) => {
      const bad: Found = { where: 'here', source, flags: 'g' };
      expect(textsFor(bad)).toContain(word);
      const steep = piecesSteepAlone(bad);
      expect(steep.length).toBeGreaterThan(0);
    },
  );

  it('P-92 the linear-time test detects an expression that is slow only after a prefix and before a rejected end', () => {
    const bad: Found = {
      where: 'here',
      source: String.raw`^\s*(\d{1,4})(?:\s*[;,\t]\s*|\s+)(\S+)\s*$`,
      flags: '',
    };
    expect(piecesSteepBehind(bad)).not.toEqual([]);
    expect(piecesSteepBehind({ ...bad, source: String.raw`^\d+[ \t]+[a-z]+$` })).toEqual([]);
  });

  it('P-92 every regular expression (literal or `new RegExp`) takes at most four times as long for four times the text', async () => {
    const made = await madeExpressions();
    expect(made.length).toBeGreaterThan(25);
    const slow = [...expressions, ...made].flatMap((one) => {
      const pieces = [...piecesSteepAlone(one), ...piecesSteepBehind(one)];
      return pieces.slice(0, 1).map((piece) => `${one.where} on ${JSON.stringify(piece)}`);
    });
    expect(slow).toEqual([]);
  });
});

const worst: Readonly<Record<string, (length: number) => string>> = {
  'open tags': (length) => repeated('<br ', length),
  'less-than signs': (length) => repeated('<', length),
  'nested blocks': (length) => repeated('<div>', length),
  'nested quotes with words': (length) => repeated('<blockquote>a ', length),
  'closing tags': (length) => repeated('</p>', length),
  'pictures without address': (length) =>
    `${'words '.repeat(length / 12)}${repeated('<img>', length / 2)}`,
  'one tag of attributes': (length) => `<p ${repeated('a ', length)}`,
  'attributes of other names': (length) =>
    `<p ${Array.from({ length: length / 8 }, (_, at) => `a${at}=1`).join(' ')}>x`,
  entities: (length) => repeated('&amp', length),
  'numeric entities': (length) => repeated('&#', length),
  comments: (length) => repeated('<!--', length),
  'white space': (length) => repeated(' ', length),
  'a script': (length) => `<script>${repeated('</scrip', length)}`,
  'ordinary markup': (length) =>
    repeated('<p>Gants <b>nitrile</b>, <a href="/fr">100</a></p>', length),
};

describe('sanitisers', () => {
  it.each(Object.keys(worst))(
    'P-92 P-24 %s of twice the length takes about twice the time',
    (what) => {
      const textOf = worst[what];
      if (!textOf) throw new Error(what);
      let salt = 0;
      // A different text each time, because sanitised markup is cached by its digest.
      const html = (length: number) => () =>
        safeHtml(`${(salt += 1)}${textOf(length)}`, 'fr', rules);
      const plain = (length: number) => () => plainText(textOf(length));
      const note = (length: number) => () => noteText(textOf(length));
      for (const work of [html, plain, note]) {
        leastMs(work(20_000));
        const small = leastMs(work(40_000));
        const large = leastMs(work(160_000));
        // Four times the length; quadratic time would be sixteen times.
        expect(large, `${large.toFixed(1)} ms after ${small.toFixed(1)} ms`).toBeLessThan(
          Math.max(60, small * 9),
        );
      }
    },
  );

  it('P-24 50 kB of ordinary markup are sanitised once, and the second time come from the cache', () => {
    const markup = worst['ordinary markup']?.(50_000) ?? '';
    const first = cpuMsOf(() => safeHtml(markup, 'nl', rules));
    const again = leastMs(() => safeHtml(markup, 'nl', rules));
    expect(safeHtml(markup, 'nl', rules)).toContain('<b>nitrile</b>');
    expect(first).toBeLessThan(600);
    expect(again).toBeLessThan(5);
  });

  it('P-92 CMS-04 a validation pattern from the ERP runs in linear time, however it is written', () => {
    for (const source of [
      `\\+?${'\\d?'.repeat(26)}`,
      '.*.*.*x',
      '(a+)+',
      '(a|a)*b',
      '(\\w+\\s?)+',
    ]) {
      const pattern = linearPattern(source);
      if (!pattern) throw new Error(source);
      for (const text of ['1'.repeat(500), 'a'.repeat(500), `${'a'.repeat(499)}!`])
        expect(
          leastMs(() => pattern.test(text)),
          source,
        ).toBeLessThan(100);
    }
  });

  it('P-92 P-88 CART-11 a code that could be split into fields in very many ways costs little more to parse than a normal one', () => {
    const pack = '0105412345678908';
    const codes = [
      `${pack}21727043020040022a71171037140011270430222352352502210710241303771171171111270430123730`,
      `${pack}251243021a3702251243a23517270430235a241140022235101727043000251400243251101727043017270`,
      `${pack}10212210212230371020213010212237102122102122303710202130102122371021221021223037102021`,
    ];
    for (const code of codes) {
      const readAll = () => {
        for (let at = 0; at < 300; at += 1) readProductCode(`${code}${at % 10}`);
      };
      expect(leastMs(readAll), `${code}, 300 times`).toBeLessThan(400);
    }
  });

  it('P-92 P-88 the nesting depth of a JSON text is measured in one pass', () => {
    const deep = (length: number) => () => jsonDepth('['.repeat(length));
    leastMs(deep(10_000));
    expect(leastMs(deep(160_000))).toBeLessThan(Math.max(20, 6.25 * leastMs(deep(40_000))));
  });
});
