import type { ReactNode } from 'react';
import { formatsFor } from '~/base/i18n/formats';
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import type { Translate } from '~/base/i18n/translate';
import { dot, joinWithDots } from '~/base/ui/dotted';
import { skuOf, type ProductCard } from '~/catalogue/products/product';
import type { Suggestions } from './autocomplete.server';

/**
 * Id of the form to which the quantity fields belong. It is outside the search form, because forms cannot be nested.
 */
const orderForm = 'suggested';

export interface SuggestionListProps {
  found: Suggestions;
  locale: Locale;
  tag: string;
  t: Translate;
  /** Idempotency key that makes an order from the list take effect once; null for guests. */
  formKey: string | null;
  /** Returns the number of pieces of a product above which the shop asks for confirmation. */
  limitOf: (card: ProductCard) => number | null;
}

/**
 * The list below the search box: products with code, stock, price and a quantity to order, then categories. It contains
 * fields and links, and the keyboard focus moves into it, so its ARIA role is dialog and not listbox.
 */
export function SuggestionList({ found, locale, tag, t, formKey, limitOf }: SuggestionListProps) {
  const { text, correctedText, corrected, products, categories, answered } = found;
  const shown = products.filter(({ urlKey }) => urlKey);
  // The link to all results is not a suggestion, so the count omits it.
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
                  <Order card={card} t={t} action={action} most={limitOf(card)} />
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

/**
 * The list of past searches without its rows. Only the browser knows the searches; its script inserts them before the
 * last row.
 */
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

/** Pack and dosage form of a product; the product page shows the rest. No line of the text starts with a dot. */
function Presentation({ card: { presentation } }: { card: ProductCard }) {
  return <small>{joinWithDots(presentation.split(' · ').slice(0, 2))}</small>;
}

/** Phones show only the first code. */
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

/** Stock and price, if they are known. */
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

/**
 * Enter in a quantity field puts all typed quantities in the cart, as on every order sheet. The button precedes the
 * list, which may contain only rows.
 */
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
