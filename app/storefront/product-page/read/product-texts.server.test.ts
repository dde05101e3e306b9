import { expect, it } from 'vitest';
import { ProductWire } from '~/catalogue/products/wire/product-wire.server';
import { textsOf } from './product-texts.server';

const rules = { origin: 'https://shop.example', linkHosts: [] };
const textsFor = (short: string | null, long: string | null) =>
  textsOf(
    ProductWire.parse({ id: 1, name: 'Gant', short_description: short, description: long }),
    'fr',
    rules,
  );
const shown = (short: string | null, long: string | null) => {
  const { shortDescription, description } = textsFor(short, long);
  return [shortDescription, description];
};

it('PROD-01 a sentence in both descriptions is shown once', () => {
  const other = '<p>Rincer.</p>';
  // The sentences are equal except for markup, case and the full stop.
  expect(shown('<p>Pour traire.</p>', '<p>Pour traire.</p>')).toEqual(['Pour traire.', null]);
  expect(shown('Pour traire', '<p><b>pour</b> traire.</p>')).toEqual(['Pour traire', null]);
  expect(shown('Pour traire.', '<div>Pour traire.</div>')).toEqual([
    null,
    '<div>Pour traire.</div>',
  ]);
  // The long description begins with the short one, which is a paragraph of its own or the start of the first
  // paragraph.
  expect(shown('<p>Pour traire.</p>', `<p>Pour traire.</p>${other}`)).toEqual([
    'Pour traire.',
    other,
  ]);
  expect(shown('Pour traire.', '<p>Pour traire. À usage unique.</p>')).toEqual([
    null,
    '<p>Pour traire. À usage unique.</p>',
  ]);
  // The short description has further text after the sentence that both contain.
  expect(shown('<p>Pour traire.</p><p>Latex.</p>', `<p>Pour traire.</p>${other}`)).toEqual([
    'Pour traire. Latex.',
    other,
  ]);
  expect(textsFor('<p>Pour traire.</p><p>Latex.</p>', `<p>Pour traire.</p>${other}`)).toMatchObject(
    {
      metaDescription: 'Gant. Pour traire. Latex. Rincer',
    },
  );
});

it('PROD-01 descriptions that are only similar are shown in full', () => {
  for (const [short, long] of [
    ['Pour traire', '<p>Pour traireuses.</p>'],
    ['Pour traire.', '<p>Rincer. Pour traire.</p>'],
    ['Pour traire et laver.', '<p>Pour traire</p><p>Rincer.</p>'],
  ] as const)
    expect(shown(short, long)).toEqual([short, long]);
  expect(shown(null, '<p>Rincer.</p>')).toEqual([null, '<p>Rincer.</p>']);
  expect(shown('Pour traire.', null)).toEqual(['Pour traire.', null]);
  // A paragraph with a picture is not a duplicate, because it contains more than text.
  const picture = '<p>Pour traire. <img src="/a.png" alt="" loading="lazy" /></p>';
  expect(shown('Pour traire.', picture)).toEqual([null, picture]);
});
