/**
 * Inlines the styles of the first page that a browser loads: on a slow connection the stylesheet would cost a round
 * trip and more bytes than the text before anything is displayed. The rules are selected from the rendered markup, so
 * no displayed element lacks its styles. The part before `main` gets its own rules first; all rules follow before
 * `main`, in the stylesheet's order. The stylesheet's own response sets a cookie; while a browser sends that cookie,
 * pages link to the cached stylesheet instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { styleRulesFile, styleRulesSchema, type StyleRules } from './style-rules';

export const sheetCookie = 'sheet';

/** Number of cached style sets: a few hundred kinds of pages, 55 kB each. */
const mostKinds = 200;

/** End of the name that starts at `at` and consists of lowercase letters, digits and dashes. */
function nameEnd(html: string, at: number): number {
  for (let end = at; ; end += 1) {
    const code = html.charCodeAt(end);
    const isNamed = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45;
    if (!isNamed) return end;
  }
}

/** All distinct values of an attribute. */
function valuesOf(html: string, attribute: string): Set<string> {
  const values = new Set<string>();
  const opening = ` ${attribute}="`;
  for (let at = html.indexOf(opening); at >= 0; at = html.indexOf(opening, at)) {
    const from = at + opening.length;
    at = html.indexOf('"', from);
    if (at < 0) break;
    values.add(html.slice(from, at));
  }
  return values;
}

/**
 * Tags, classes and ids of a document, as `style-rules.ts` writes them. False matches in text are harmless. A large
 * cart is a megabyte, so this scans by hand instead of creating a match object for each tag.
 */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const end = nameEnd(html, at + 1);
    if (end > at + 1) names.add(html.slice(at + 1, end));
  }
  for (const id of valuesOf(html, 'id')) names.add(`#${id}`);
  for (const value of valuesOf(html, 'class'))
    for (const name of value.split(' ')) names.add(`.${name}`);
  return names;
}

/** Names of `data-` attributes; false matches in text are harmless here too. */
const dataIn = (html: string): string[] =>
  [...html.matchAll(/ (data-[a-z-]+)[=\s>]/g)].map(([, name = '']) => name);

interface Piece {
  within: readonly string[];
  text: string;
}

/** Joins the pieces into one text; neighbours within the same at-rules share them. */
function joined(pieces: readonly Piece[]): string {
  let text = '';
  let open: readonly string[] = [];
  for (const piece of pieces) {
    if (piece.within.join() !== open.join()) {
      text += '}'.repeat(open.length) + piece.within.map((one) => `${one}{`).join('');
      open = piece.within;
    }
    text += piece.text;
  }
  return text + '}'.repeat(open.length);
}

const variable = /var\((--[\w-]+)/g;

/** The custom properties that these styles use, directly or through other properties; adds their names to `used`. */
function usedProperties(
  all: StyleRules['properties'],
  styles: string,
  before: ReadonlySet<string>,
  used: Set<string>,
): Piece[] {
  const collect = (text: string): void => {
    for (const [, name = ''] of text.matchAll(variable)) {
      if (used.has(name)) continue;
      used.add(name);
      for (const one of all) if (one.name === name) collect(one.value);
    }
  };
  collect(styles);
  const groups = new Map<string, { within: readonly string[]; declared: string[] }>();
  for (const { within, name, value } of all) {
    if (!used.has(name) || before.has(name)) continue;
    const group = groups.get(within.join()) ?? { within, declared: [] };
    groups.set(within.join(), group);
    group.declared.push(`${name}:${value}`);
  }
  return [...groups.values()].map(({ within, declared }) => ({
    within,
    text: `:root{${declared.join(';')}}`,
  }));
}

/** The names of a document that any rule needs, sorted. */
function askedNames(html: string, known: ReadonlySet<string>): string[] {
  return [...namesIn(html)].filter((name) => known.has(name)).sort();
}

const namesOfRules = ({ rules }: StyleRules): Set<string> =>
  new Set(rules.flatMap(({ selectors }) => selectors.flatMap(({ needs }) => needs)));

type Selector = StyleRules['rules'][number]['selectors'][number];

function stylesFor(
  matches: (selector: Selector) => boolean,
  { rules, properties, animations }: StyleRules,
  before: ReadonlySet<string>,
): { text: string; used: ReadonlySet<string> } {
  const pieces: Piece[] = [];
  for (const { within, selectors, body } of rules) {
    const matching = selectors.filter(matches);
    if (matching.length > 0)
      pieces.push({ within, text: `${matching.map(({ text }) => text).join(',')}{${body}}` });
  }
  const styles = joined(pieces);
  const moving = animations.filter(({ name }) => styles.includes(name));
  const used = new Set<string>();
  const declared = joined(usedProperties(properties, styles, before, used));
  return { text: declared + styles + moving.map(({ text }) => text).join(''), used };
}

interface Picked {
  /** Styles for the part before `main`; empty when there is none. */
  first: string;
  /**
   * Styles for the whole page. They repeat those of `first` to preserve the stylesheet's order; the repetition
   * compresses to almost nothing.
   */
  all: string;
  /** Hashes of the styles, in the format of the Content-Security-Policy. */
  sources: readonly string[];
}

const sourceOf = (styles: string): string =>
  `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;

/** Index at which the main part of the page starts; -1 when nothing is displayed before it. */
const mainOf = (html: string): number =>
  html.includes('<header') ? html.indexOf('<main', html.indexOf('<header')) : -1;

/**
 * Returns a function that selects the styles of a page; `top` is the part before `main`. Pages of one kind contain the
 * same names, so the result is cached by names.
 */
export function stylePicker(rules: StyleRules): (html: string, top?: string | null) => Picked {
  const known = namesOfRules(rules);
  const picked = new LRUCache<string, Picked>({ max: mostKinds });
  const nothing: ReadonlySet<string> = new Set();
  const pick = (names: readonly string[], early: readonly string[] | null): Picked => {
    const all = new Set(names);
    const isUsed = ({ needs }: Selector): boolean => needs.every((need) => all.has(need));
    if (early === null) {
      const { text } = stylesFor(isUsed, rules, nothing);
      return { first: '', all: text, sources: [sourceOf(text)] };
    }
    const shown = new Set(early);
    const first = stylesFor(
      ({ needs, data }) => [...needs, ...data].every((need) => shown.has(need)),
      rules,
      nothing,
    );
    const whole = stylesFor(isUsed, rules, first.used);
    const sources = [sourceOf(first.text), sourceOf(whole.text)];
    return { first: first.text, all: whole.text, sources };
  };
  return (html, top = null) => {
    const names = askedNames(html, known);
    const early = top === null ? null : [...askedNames(top, known), ...new Set(dataIn(top))];
    const key = `${names.join(' ')}|${early?.join(' ') ?? ''}`;
    const before = picked.get(key);
    if (before) return before;
    const one = pick(names, early);
    picked.set(key, one);
    return one;
  };
}

interface InlineStyles {
  /** The page with inline styles; `sources` are the hashes for its policy (`'sha256-…'`). */
  html: string;
  sources: readonly string[];
}

export interface PageStyles {
  /** Address and version of the stylesheet that later pages link to. */
  address: string;
  version: string;
  into(html: string): InlineStyles;
}

/**
 * Reads the styles of the built client; null in development, where nothing is built and pages link to the stylesheet.
 */
export function pageStyles(clientFolder: string): PageStyles | null {
  let file: string;
  try {
    file = readFileSync(join(clientFolder, styleRulesFile), 'utf8');
  } catch {
    return null;
  }
  const rules = styleRulesSchema.parse(JSON.parse(file));
  const pick = stylePicker(rules);
  return {
    address: rules.address,
    version: rules.version,
    into(html) {
      const main = mainOf(html);
      const top = main < 0 ? null : html.slice(0, main);
      const { first, all, sources } = pick(html, top);
      const withHead = (part: string, styles: string): string =>
        part.replace('</head>', () => `<style>${styles}</style></head>`);
      if (top === null) return { html: withHead(html, all), sources };
      return {
        html: `${withHead(top, first)}<style>${all}</style>${html.slice(main)}`,
        sources,
      };
    },
  };
}
