/**
 * The styles of a first page stand in the page itself: on a slow line the stylesheet would cost a round trip
 * and more bytes than the text before anything is shown. Which rules those
 * are is read off the finished markup, so nothing that a page shows can be without them. What stands before the
 * main part comes first, with its own rules alone; all rules follow before the main part, in the sheet's order.
 * The sheet's own answer sets a cookie; while a browser sends it, pages
 * name the kept sheet instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { styleRulesFile, styleRulesSchema, type StyleRules } from './style-rules';

export const sheetCookie = 'sheet';

/** Sets of names that are remembered: some hundred kinds of pages, 55 kB each. */
const mostKinds = 200;

/** Where a name of small letters, digits and dashes ends that begins at `at`. */
function nameEnd(html: string, at: number): number {
  for (let end = at; ; end += 1) {
    const code = html.charCodeAt(end);
    const isNamed = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45;
    if (!isNamed) return end;
  }
}

/** Every distinct value of an attribute. */
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
 * Tags, classes and ids of a document, as `style-rules.ts` writes them. Words of the text do no harm. A large cart
 * is a megabyte: it is gone through by hand, no match is made for each of its tags.
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

/** Attributes by name; words of the text do no harm here either. */
const dataIn = (html: string): string[] =>
  [...html.matchAll(/ (data-[a-z-]+)[=\s>]/g)].map(([, name = '']) => name);

interface Piece {
  within: readonly string[];
  text: string;
}

/** One text; neighbours within the same at-rules share them. */
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

/** The custom properties that these styles use, and those that their values use; adds them to `used`. */
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

/** Of a document's names those that any rule asks for, in an order of their own. */
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
  /** For what stands before the main part; empty where nothing does. */
  first: string;
  /** For the whole page. What `first` has is in it again, for the order of the sheet: repeated, it weighs next to nothing. */
  all: string;
  /** As a policy names them. */
  sources: readonly string[];
}

const sourceOf = (styles: string): string =>
  `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;

/** Where the main part begins; -1: nothing is shown before it. */
const mainOf = (html: string): number =>
  html.includes('<header') ? html.indexOf('<main', html.indexOf('<header')) : -1;

/** The styles of a page of which `top` stands before the main part. Pages of a kind have the same names: they are picked once. */
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

export interface InlineStyles {
  /** The page with its styles, and what its policy must name (`'sha256-…'`). */
  html: string;
  sources: readonly string[];
}

export interface PageStyles {
  /** Address and version of the sheet that later pages name. */
  address: string;
  version: string;
  into(html: string): InlineStyles;
}

/** Null where nothing was built: in development pages name the sheet. */
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
