import type { ReactNode } from 'react';
import { formatsFor } from '~/i18n/formats';
import { links } from '~/i18n/links';
import type { Locale } from '~/i18n/locales';
import type { Translate } from '~/i18n/translate';
import { skuOf, type ProductCard } from '~/features/catalogue/product';
import type { Suggestions } from './autocomplete.server';

/** The form that the quantities belong to: it stands outside the search form, where no other form may be. */
const orderForm = 'suggested';

export interface SuggestionListProps {
  found: Suggestions;
  locale: Locale;
  tag: string;
  t: Translate;
  /** Makes what is ordered from the list one transaction; null for visitors. */
  formKey: string | null;
}

/**
 * What drops down below the search box: products first, each with its code, stock and price and a quantity to order,
 * then categories. The arrow keys walk through the links; Tab reaches the quantities.
 */
export function SuggestionList({ found, locale, tag, t, formKey }: SuggestionListProps) {
  const { text, correctedText, products, categories } = found;
  if (products.length === 0 && categories.length === 0) return null;
  const action = `${links.search(locale, text)}&exact=0`;
  const isSheet = formKey !== null && products.some(({ orderable }) => orderable.ok);
  return (
    <>
      {isSheet ? <AllTyped t={t} formKey={formKey} action={action} /> : null}
      <div
        className="drop left"
        id="suggestions"
        role="grid"
        aria-label={t('search:suggest.label')}
      >
        {correctedText ? (
          <Suggestion
            href={links.search(locale, correctedText)}
            note={t('search:suggest.spelling')}
          >
            {correctedText}
          </Suggestion>
        ) : null}
        {products.map((card) =>
          card.urlKey ? (
            <Suggestion
              key={card.id}
              href={links.product(locale, card.urlKey, skuOf(card))}
              note={facts(card, tag, t)}
              order={
                isSheet && card.orderable.ok ? <Order card={card} t={t} action={action} /> : null
              }
            >
              {card.title} {card.presentation ? <small>{card.presentation}</small> : null}
            </Suggestion>
          ) : null,
        )}
        {categories.map((category) => (
          <Suggestion
            key={`c${category.id}`}
            href={links.category(locale, category.urlKey)}
            note={t('search:suggest.categories')}
          >
            {category.name}
          </Suggestion>
        ))}
        <Suggestion href={links.search(locale, text)}>{t('search:suggest.all')}</Suggestion>
      </div>
    </>
  );
}

/** The list of past searches without its rows: the browser alone knows them, and puts them before the last. */
export function PastList({ locale, t }: { locale: Locale; t: Translate }) {
  return (
    <div className="drop left" id="suggestions" role="grid" aria-label={t('search:suggest.past')}>
      <div role="row">
        <a
          href={links.search(locale)}
          role="gridcell"
          aria-selected="false"
          tabIndex={-1}
          data-forget=""
        >
          {t('search:suggest.forget')}
        </a>
      </div>
    </div>
  );
}

/** Code, stock and price, as far as there are any. */
function facts(card: ProductCard, tag: string, t: Translate): string {
  const { sku, cnk, stock, price } = card;
  const shelf = typeof stock === 'string' ? t(`common:stock.${stock}`) : (stock?.other ?? null);
  const net = price ? formatsFor(tag).money(price.net) : null;
  return [sku, cnk, shelf, net].filter(Boolean).join(' · ');
}

/** Enter in a quantity adds every one that was typed, as on all order sheets; before the grid, which holds rows alone. */
function AllTyped({ t, formKey, action }: { t: Translate; formKey: string; action: string }) {
  return (
    <div className="vh">
      <input type="hidden" name="tx" value={formKey} form={orderForm} />
      <button
        type="submit"
        name="add"
        value="all"
        form={orderForm}
        formAction={action}
        tabIndex={-1}
      >
        {t('catalogue:sheet.addTyped')}
      </button>
    </div>
  );
}

function Order({ card, t, action }: { card: ProductCard; t: Translate; action: string }) {
  return (
    <>
      <input
        className="qty"
        type="text"
        name={`q.${card.id}`}
        form={orderForm}
        inputMode="numeric"
        maxLength={8}
        autoComplete="off"
        placeholder="–"
        aria-label={t('catalogue:sheet.quantityOf', { name: card.name })}
      />
      <button
        className="btn"
        type="submit"
        name="add"
        value={card.id}
        form={orderForm}
        formAction={action}
      >
        {t('catalogue:sheet.add')}
        <span className="vh"> {card.name}</span>
      </button>
    </>
  );
}

function Suggestion({
  href,
  note,
  order,
  children,
}: {
  href: string;
  note?: string | undefined;
  order?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div role="row">
      <a href={href} role="gridcell" aria-selected="false" tabIndex={-1}>
        <span>{children}</span>
        {note ? <small className="muted">{note}</small> : null}
      </a>
      {order ? <span role="gridcell">{order}</span> : null}
    </div>
  );
}
