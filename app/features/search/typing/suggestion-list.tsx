import type { ReactNode } from 'react';
import { formatsFor } from '~/i18n/formats';
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
import type { Translate } from '~/i18n/translate';
import { skuOf } from '~/features/catalogue/product';
import type { Suggestions } from './autocomplete.server';

/** What drops down below the search box: plain links that the arrow keys walk through. */
export function SuggestionList({
  found,
  locale,
  tag,
  t,
}: {
  found: Suggestions;
  locale: Locale;
  tag: string;
  t: Translate;
}) {
  const { text, correctedText, products, categories } = found;
  if (products.length === 0 && categories.length === 0) return null;
  const formats = formatsFor(tag);
  return (
    <ul
      className="drop left"
      id="suggestions"
      role="listbox"
      aria-label={t('search:suggest.label')}
    >
      {correctedText ? (
        <Option href={links.search(locale, correctedText)} note={t('search:suggest.spelling')}>
          {correctedText}
        </Option>
      ) : null}
      {products.map((card) =>
        card.urlKey ? (
          <Option
            key={card.id}
            href={links.product(locale, card.urlKey, skuOf(card))}
            note={[card.sku, card.price ? formats.money(card.price.net) : null]
              .filter(Boolean)
              .join(' · ')}
          >
            {card.title} {card.presentation ? <small>{card.presentation}</small> : null}
          </Option>
        ) : null,
      )}
      {categories.map((category) => (
        <Option
          key={`c${category.id}`}
          href={links.category(locale, category.urlKey)}
          note={t('search:suggest.categories')}
        >
          {category.name}
        </Option>
      ))}
      <Option href={links.search(locale, text)}>{t('search:suggest.all')}</Option>
    </ul>
  );
}

function Option({
  href,
  note,
  children,
}: {
  href: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li role="presentation">
      <a href={href} role="option" aria-selected="false" tabIndex={-1}>
        <span>{children}</span>
        {note ? <small className="muted">{note}</small> : null}
      </a>
    </li>
  );
}
