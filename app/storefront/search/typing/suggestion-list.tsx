import type { ReactNode } from 'react';
import { formatsFor } from '~/base/i18n/formats';
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import type { Translate } from '~/base/i18n/translate';
import { dot, dotted } from '~/base/ui/dotted';
import { skuOf, type ProductCard } from '~/catalogue/products/product';
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
  /** Pieces above which the shop asks first, as a field says it. */
  limitOf: (card: ProductCard) => number | null;
}

/**
 * What drops down below the search box: products first, each with its code, stock and price and a quantity to order,
 * then categories. It holds fields and links, so it is a dialog of the box and no listbox: the keyboard goes into it.
 */
export function SuggestionList({ found, locale, tag, t, formKey, limitOf }: SuggestionListProps) {
  const { text, correctedText, corrected, products, categories, answered } = found;
  const shown = products.filter(({ urlKey }) => urlKey);
  // Without the way to all results, which is none.
  const count = corrected.length + (correctedText ? 1 : 0) + shown.length + categories.length;
  const label = t('search:suggest.label', { count });
  if (products.length === 0 && categories.length === 0)
    return answered ? <div id="suggestions" aria-label={label} hidden /> : null;
  const action = `${links.search(locale, text)}&exact=0`;
  const isSheet = formKey !== null && products.some(({ orderable }) => orderable.ok);
  return (
    <>
      {isSheet ? <AllTyped t={t} formKey={formKey} action={action} /> : null}
      <List label={label}>
        {corrected.map((words) => (
          <Suggestion key={words.typed} href={links.search(locale, text)}>
            {t('search:read.corrected', words)}
          </Suggestion>
        ))}
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
              note={<Codes card={card} />}
              facts={<Facts card={card} tag={tag} t={t} />}
              order={
                isSheet && card.orderable.ok ? (
                  <Order {...{ card, t, action, most: limitOf(card) }} />
                ) : null
              }
            >
              <b>{card.title}</b> <Presentation card={card} />
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
      </List>
    </>
  );
}

/** The list of past searches without its rows: the browser alone knows them, and puts them before the last. */
export function PastList({ locale, t }: { locale: Locale; t: Translate }) {
  return (
    <List label={t('search:suggest.past')}>
      <li>
        <a href={links.search(locale)} data-forget="">
          {t('search:suggest.forget')}
        </a>
      </li>
    </List>
  );
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="drop left" id="suggestions" role="dialog" aria-label={label}>
      <ol>{children}</ol>
    </div>
  );
}

/** Pack and form; the rest is on the product's page. No line begins with a dot. */
function Presentation({ card: { presentation } }: { card: ProductCard }) {
  return <small>{dotted(presentation.split(' · ').slice(0, 2))}</small>;
}

/** Phones show the first alone. */
function Codes({ card: { sku, cnk } }: { card: ProductCard }) {
  return (
    <>
      {sku ?? cnk}
      {sku && cnk ? (
        <span>
          {dot}
          {cnk}
        </span>
      ) : null}
    </>
  );
}

/** Stock and price, as far as there are any. */
function Facts({ card, tag, t }: { card: ProductCard; tag: string; t: Translate }) {
  const { stock, price } = card;
  return (
    <>
      {stock === null ? null : typeof stock === 'object' ? (
        <span className="stock">{stock.other}</span>
      ) : (
        <span className="stock" data-state={stock}>
          {t(`common:stock.${stock}`)}
        </span>
      )}{' '}
      {price ? <span className="net">{formatsFor(tag).price(price.net)}</span> : null}
    </>
  );
}

/** Enter in a quantity adds every one that was typed, as on all order sheets; before the list, which holds rows alone. */
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

function Order({
  card,
  t,
  action,
  most,
}: {
  card: ProductCard;
  t: Translate;
  action: string;
  most: number | null;
}) {
  return (
    <>
      <input
        className="qty"
        type="text"
        name={`q.${card.id}`}
        form={orderForm}
        inputMode="numeric"
        autoComplete="off"
        placeholder="–"
        data-most={most ?? undefined}
        aria-label={t('catalogue:sheet.quantityOf', { name: card.name })}
      />
      <button
        className="btn"
        type="submit"
        name="add"
        value={card.id}
        form={orderForm}
        formAction={action}
        tabIndex={-1}
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
  facts,
  order,
  children,
}: {
  href: string;
  note?: ReactNode;
  facts?: ReactNode;
  order?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <a href={href}>
        <span>
          {children} {note ? <small className="muted">{note}</small> : null}
        </span>
      </a>
      {facts}
      {order ? <span className="inline">{order}</span> : null}
    </li>
  );
}
