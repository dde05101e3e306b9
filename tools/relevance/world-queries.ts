/**
 * Queries generated from the sample world: codes whole, spaced, without separators and partial; trade names whole,
 * partial and misspelled; brands with a form. They cover the catalogue evenly.
 */
import type { Article, Group } from '../../sandbox/seed/catalogue/catalogue';
import { formOf } from '../../sandbox/seed/facts';
import type { Lang } from '../../sandbox/world';
import type { Judged } from './judged';

const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const PER_FORM = 3;

/** `count` members of a list at equal distances, excluding both ends. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = list.length / (count + 1);
  return Array.from({ length: count }, (_, at) => list[Math.floor(step * (at + 1))]).flatMap(
    (member) => (member === undefined ? [] : [member]),
  );
}

const inFours = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');
const squeezed = (code: string): string => code.replace(/[^\p{L}\p{N}]/gu, '');

interface CodeForm {
  read(article: Article): string | null;
  typed: readonly ((code: string) => string)[];
  /** Number of leading characters that are enough to identify one article. */
  begun: number;
}

const asItIs = (code: string): string => code;
const small = (code: string): string => code.toLowerCase();
const spaced = (code: string): string => code.replace('-', ' ');

const CODES: readonly CodeForm[] = [
  {
    read: ({ sku }) => sku,
    typed: [asItIs, small, (code) => `${code.slice(0, 2)}-${code.slice(2)}`],
    begun: 7,
  },
  { read: ({ barcode }) => barcode, typed: [asItIs, inFours], begun: 11 },
  { read: ({ cnkCode }) => cnkCode, typed: [asItIs, squeezed, spaced], begun: 7 },
  { read: ({ vendorCode }) => vendorCode, typed: [asItIs, small, squeezed, spaced], begun: 8 },
  // Licence number of a medicine: its packs share it.
  { read: ({ codeAmm }) => codeAmm, typed: [asItIs, squeezed, small], begun: 9 },
  { read: ({ codeCti }) => codeCti, typed: [asItIs, squeezed], begun: 7 },
];

function codeQueries(groups: readonly Group[]): Judged[] {
  const articles = groups.flatMap((group) => group.variants);
  const queries: Judged[] = [];
  for (const [kindAt, { read, typed, begun }] of CODES.entries()) {
    const coded = articles.filter((article) => read(article) !== null);
    const ways = [...typed, (code: string) => code.slice(0, begun)];
    for (const [wayAt, write] of ways.entries()) {
      const offset = (kindAt * 7 + wayAt) * 13;
      for (const [at, article] of spread(coded.slice(offset), PER_FORM).entries()) {
        const code = read(article) ?? '';
        const isWhole = wayAt < typed.length;
        // Two articles may share a manufacturer's code, or its beginning.
        const right = coded.flatMap((other) => {
          const own = read(other) ?? '';
          const same = isWhole ? own === code : own.startsWith(code.slice(0, begun));
          return same ? [other.sku] : [];
        });
        queries.push({
          locale: LANGS[at % LANGS.length] ?? 'fr',
          q: write(code),
          kind: isWhole ? 'code' : 'partial code',
          right: [{ article: right }],
          within: isWhole ? 1 : 3,
        });
      }
    }
  }
  return queries;
}

/** One wrong letter in the middle of the word, where it is hardest to see. */
const MISSPELT: readonly ((name: string) => string)[] = [
  (name) => cut(name, (left, _letter, right) => left + right),
  (name) => cut(name, (left, letter, right) => left + letter + letter + right),
  (name) => cut(name, (left, letter, right) => left + right.slice(0, 1) + letter + right.slice(1)),
];

function cut(name: string, join: (left: string, letter: string, right: string) => string): string {
  const middle = Math.floor(name.length / 2);
  return join(name.slice(0, middle), name.charAt(middle), name.slice(middle + 1));
}

function tradeNames(groups: readonly Group[]): Judged[] {
  // A one-word name that is the same in both languages is a brand, not a substance.
  const named = groups.filter(
    ({ family, model }) =>
      family === 'meds' && /^\p{L}{7,}$/u.test(model.fr) && model.fr === model.nl,
  );
  const sameName = (lang: Lang, holds: (name: string) => boolean): { product: string[] }[] => [
    { product: groups.filter(({ model }) => holds(model[lang])).map(({ key }) => key) },
  ];
  return spread(named, 24).map((group, at): Judged => {
    const locale = LANGS[at % LANGS.length] ?? 'fr';
    const name = group.model[locale];
    const way = Math.floor(at / LANGS.length) % 4;
    if (way === 0) {
      const right = sameName(locale, (other) => other === name);
      return { locale, q: name.toLowerCase(), kind: 'trade name', right, within: 1 };
    }
    if (way === 1) {
      const begun = name.slice(0, 6);
      const right = sameName(locale, (other) => other.startsWith(begun));
      return { locale, q: begun, kind: 'begun name', right, within: 3 };
    }
    const misspell = MISSPELT[at % MISSPELT.length] ?? asItIs;
    const right = sameName(locale, (other) => other === name);
    return { locale, q: misspell(name), kind: 'misspelling', right, within: 3 };
  });
}

function firmAndForm(groups: readonly Group[]): Judged[] {
  const formed = groups.filter(({ family, form, model }) => family === 'meds' && form && model.fr);
  return spread(formed, 9).map((group, at): Judged => {
    const locale = LANGS[at % LANGS.length] ?? 'fr';
    const form = formOf(group.form ?? '');
    const expected = { product: [group.key] };
    const name = group.model[locale];
    return {
      locale,
      q: `${name} ${at % 2 ? form.plural[locale] : form.name[locale]}`,
      kind: 'brand+form',
      right: [expected],
      within: 3,
    };
  });
}

export const worldQueries = (groups: readonly Group[]): Judged[] => [
  ...codeQueries(groups),
  ...tradeNames(groups),
  ...firmAndForm(groups),
];
