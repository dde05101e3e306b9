import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SuggestionList, type SuggestionListProps } from './suggestion-list';

const t = ((key: string, values?: Record<string, string>) =>
  `${key} ${Object.values(values ?? {}).join(' > ')}`) as SuggestionListProps['t'];

it('SRCH-04 the suggestion list begins with a note that a word was read as another word', () => {
  const found = {
    text: 'aeringue',
    correctedText: null,
    products: [],
    answered: true,
    corrected: [{ typed: 'aeringue', read: 'seringue' }],
    categories: [{ id: 1, name: 'Seringues', urlKey: 'seringues', level: 1 }],
  };
  const list = (corrected: typeof found.corrected): string =>
    renderToStaticMarkup(
      createElement(SuggestionList, {
        found: { ...found, corrected },
        locale: 'fr',
        tag: 'fr-BE',
        t,
        formKey: null,
        limitOf: () => null,
      }),
    );
  expect(list(found.corrected)).toMatch(
    /<ol><li><a href="\/fr\/search\?q=aeringue"><span>search:read.corrected aeringue &gt; seringue/,
  );
  expect(list([])).not.toContain('read.corrected');
});
