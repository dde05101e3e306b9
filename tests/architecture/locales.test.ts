/** Every text exists in the three languages, with the same placeholders (I18N-03). */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatsFor } from '../../app/base/i18n/formats';
import { locales, type Locale } from '../../app/base/i18n/locales';
import type { Day } from '../../app/base/kernel/day';
import { cents } from '../../app/base/kernel/money';

interface Tree {
  [key: string]: string | Tree;
}
const TreeSchema: z.ZodType<Tree> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), TreeSchema])),
);

const folder = (locale: Locale): string => join('locales', locale);
const namespaces = readdirSync(folder('fr')).filter((name) => name.endsWith('.json'));

function leaves(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const name = path ? `${path}.${key}` : key;
    if (typeof value === 'string') found.set(name, value);
    else for (const [below, text] of leaves(value, name)) found.set(below, text);
  }
  return found;
}

const read = (locale: Locale, name: string): Map<string, string> =>
  leaves(TreeSchema.parse(JSON.parse(readFileSync(join(folder(locale), name), 'utf8'))));

/** Placeholders like `{{count}}`, sorted. */
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name ?? '').sort();

const pluralForm = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string): string => key.replace(pluralForm, '');

/** Plural forms of each counted text: `cart.items` → `one`, `other`. */
function plurals(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const key of texts.keys()) {
    const form = pluralForm.exec(key)?.[1];
    if (!form) continue;
    const forms = found.get(baseOf(key)) ?? new Set<string>();
    found.set(baseOf(key), forms.add(form));
  }
  return found;
}

describe.each(namespaces)('locales: %s', (name) => {
  const texts = new Map(locales.map((locale) => [locale, read(locale, name)]));
  const french = texts.get('fr') ?? new Map<string, string>();

  it.each(locales)('I18N-03 %s has the same text keys as French', (locale) => {
    const keys = [...(texts.get(locale) ?? [])].map(([key]) => key).sort();
    expect(keys).toEqual([...french.keys()].sort());
  });

  it('I18N-03 French texts never break a line before punctuation or inside quotes', () => {
    const loose = [...french].filter(([, text]) => / [;:!?»]|« /.test(text));
    expect(loose).toEqual([]);
    // Text that the user must type exactly like this.
    const typed = 'code;quantité';
    const tight = [...french].filter(([, text]) =>
      /[\p{L}\d)}][;!?»%]|[\p{L}}]: |«[^\u00a0\u202f]/u.test(text.replace(typed, '')),
    );
    expect(tight).toEqual([]);
  });

  it.each(locales)('I18N-03 no text is empty in %s', (locale) => {
    const empty = [...(texts.get(locale) ?? [])].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(locales)('I18N-03 texts in %s have the same placeholders', (locale) => {
    const differing = [...(texts.get(locale) ?? [])]
      .filter(([key]) => french.has(key))
      // A singular text may say "one" without the placeholder of the number.
      .filter(([key]) => !key.endsWith('_one') && !key.endsWith('_zero'))
      .filter(
        ([key, text]) => placeholders(text).join() !== placeholders(french.get(key) ?? '').join(),
      )
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });

  it.each(locales)('I18N-03 every text with a count has its plural forms in %s', (locale) => {
    const lacking = [...plurals(texts.get(locale) ?? new Map<string, string>())]
      .filter(([, forms]) => !forms.has('one') || !forms.has('other'))
      .map(([key]) => key);
    expect(lacking).toEqual([]);
  });
});

it.each(locales)(
  'CART-07 the cart script and the page use the same texts for the sync states in %s',
  (locale) => {
    const [islands, common, cart] = ['islands.json', 'common.json', 'cart.json'].map((name) =>
      read(locale, name),
    );
    for (const state of ['synced', 'pending', 'offline', 'down', 'checking'])
      expect(islands?.get(`cart.sync.${state}`)).toBe(common?.get(`sync.${state}`));
    expect(islands?.get('cart.toCart')).toBe(cart?.get('sheet.toCart'));
    expect(islands?.get('cart.signIn')).toBe(cart?.get('visitor.signIn'));
  },
);

it('I18N-03 all three languages have the same files', () => {
  for (const locale of locales) {
    expect(readdirSync(folder(locale)).sort()).toEqual([...readdirSync(folder('fr'))].sort());
  }
});

/**
 * For each language: words that UI texts must not use, such as technical terms, synonyms of a chosen term, and articles
 * that do not agree.
 */
const retired: Record<Locale, readonly RegExp[]> = {
  fr: [
    /back.?office/i,
    /\brecommande[rz]\b/i,
    /s’est perdue|réponse perdue|lignes? notées?/i,
    /^à suivre$|pièces? à suivre|le reste suivra/i,
    /fardeau|équipement|règle de fidélité/i,
    /^nous écrire$|^que faire/i,
    /^articles?$|\}\} articles?$|avec (l’|notre )offre|médicaments, aliments/i,
    /\b(la|une|cette) (panier|reliquat|système)/i,
  ],
  nl: [
    /back.?office/i,
    /winkelwagen|winkelkar/i,
    /\bregels?\b|voorbeeldregel|bestelregel/i,
    /ging verloren en|antwoord verloren|genoteerd\. ons/i,
    /gelieve|in aanvraag/i,
    /jaareindekorting|leverbon\b|aangekondigde onderbreking|getrouwheid/i,
    /\b(de|deze|die) (ouder(e)? )?(winkelmandje|bestelsysteem)\b/i,
    /\b(het|dit) (lijn|nalevering|bestelling)\b/i,
    /["“”]/,
  ],
  en: [
    /back.?office/i,
    /\bbasket\b|shopping (cart|bag)/i,
    /answer lost|answer .*was lost|lines? noted/i,
    /^to follow$|pieces? to follow|loyalty rule/i,
    /active principle|prices of today|present choice|\banew\b/i,
    /^write to us$|^better, or larger/i,
    /serial n|(the|our) offer\b|this category|subcategor/i,
  ],
};

/** Function words and trade terms of another language, which show an untranslated text. */
const german = /\b(und|nicht|bitte|Warenkorb|Bestellung|Ihre?|wird|für)\b/;
const foreign: Record<Locale, readonly RegExp[]> = {
  fr: [german, /\b(the|your|cart|please|with)\b/i, /\b(uw|niet|het|bestelling|winkelmandje)\b/i],
  nl: [german, /\b(the|your|cart|please|with)\b/i, /\b(votre|vos|panier|commande|veuillez)\b/i],
  en: [german, /\b(votre|vos|panier|veuillez|une)\b/i, /\b(uw|niet|het|bestelling)\b/i],
};

const caught = (rules: readonly RegExp[], text: string): boolean =>
  rules.some((rule) => rule.test(text));

describe.each(locales)('vocabulary of the texts in %s', (locale) => {
  const texts = namespaces.flatMap((name) =>
    [...read(locale, name)].map(([key, text]) => ({ key: `${name}:${key}`, text })),
  );

  it('I18N-03 the UI texts use one term per concept, and no technical terms', () => {
    expect(texts.filter(({ text }) => caught(retired[locale], text))).toEqual([]);
  });

  it('I18N-03 the UI texts contain no words of another language', () => {
    expect(texts.filter(({ text }) => caught(foreign[locale], text))).toEqual([]);
  });

  it('I18N-03 error messages for an address, number or quantity show a valid example', () => {
    const form = read(locale, 'common.json');
    expect(form.get('form.email')).toMatch(/\S+@\S+\.\w+/);
    expect(form.get('form.phone')).toMatch(/\d{4}( \d\d){3}/);
    const cart = read(locale, 'cart.json');
    for (const why of ['thousands', 'fraction', 'not-a-number'])
      expect(cart.get(`sheet.refusal.${why}`)).toMatch(/\d/);
  });
});

it.each([
  ['fr', 'Le back-office ne répond pas.'],
  ['fr', 'Recommander {{name}}'],
  ['nl', 'De winkelwagen is leeg.'],
  ['nl', 'Hoogstens 9999 per regel.'],
  ['nl', 'De winkelmandje is leeg.'],
  ['en', 'The back office does not answer.'],
] as const)('I18N-03 the check finds a retired word in %s: %s', (locale, text) => {
  expect(caught(retired[locale], text)).toBe(true);
});

describe('number formats and sorting', () => {
  it.each([
    ['fr-BE', '1 234,56 €', '−0,50 €', '1 234,5', '6,5 %', 'novembre 2026'],
    ['nl-BE', '€ 1.234,56', '€ −0,50', '1.234,5', '6,5%', 'november 2026'],
    ['en-US', '€1,234.56', '−€0.50', '1,234.5', '6.5%', 'November 2026'],
  ])('I18N-03 %s formats amounts, numbers and dates as usual in its language', (tag, ...wanted) => {
    const formats = formatsFor(tag);
    const written = [
      formats.money(cents(123_456)),
      formats.money(cents(-50)),
      formats.number(1_234.5),
      formats.percent(6.5),
      formats.month('2026-11', 'long'),
    ];
    expect(written.map((text) => text.replace(/\s/g, ' '))).toEqual(wanted);
    // 0 and -0 have the same key in the cache of formatted numbers, so zero must never be formatted with a minus sign.
    expect(formats.money(cents(-0))).toBe(formats.money(cents(0)));
    expect(formats.money(cents(-0))).not.toContain('−');
    // Belgium writes the day first, in English too, and is one or two hours ahead of UTC.
    expect(formats.day('2026-11-04' as Day)).toBe('04/11/2026');
    expect(formats.date(new Date('2026-11-23T23:30:00Z'))).toBe('24/11/2026');
    expect(formats.dateTime(new Date('2026-07-01T22:30:00Z'))).toMatch(/^02\/07\/2026,? 00:30$/);
    const names = ['zébu', 'Écharpe', 'élan', 'ecole', 'L 10', 'L 9', 'œuf', 'île'];
    expect(names.sort(formats.collate)).toEqual([
      'Écharpe',
      'ecole',
      'élan',
      'île',
      'L 9',
      'L 10',
      'œuf',
      'zébu',
    ]);
  });
});
