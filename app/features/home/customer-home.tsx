import { RebatePanel } from '~/features/account/rebate-panel';
import { SalesPersonPanel } from '~/features/account/sales-person-panel';
import type { RebateCard } from '~/features/account/rebate-card.server';
import type { SalesPerson } from '~/features/account/sales-person.server';
import type { Headline } from '~/features/content/latest-news.server';
import { MostOrderedSheet, type MostOrdered } from '~/features/statistics/most-ordered-sheet';
import type { Block } from '~/http/optional';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import { PageHead } from '~/ui/page/page-head';
import { NewsPanel } from './news-panel';
import { Offers } from './offers';
import type { Offer } from './specials.server';
import { StandingOrders } from './standing-orders';
import type { StandingOrder } from './standing-orders.server';

export interface CustomerHomeView {
  kind: 'customer';
  name: string;
  ref: string | null;
  canOrder: boolean;
  most: MostOrdered;
  offers: Block<readonly Offer[]>;
  lists: Block<readonly StandingOrder[]>;
  news: Block<readonly Headline[]>;
  salesPerson: Block<SalesPerson | null>;
  rebate: Block<RebateCard | null>;
  inCart: ReadonlyMap<number, number>;
  /** One per form: most ordered, offers, lists, code. */
  tokens: Readonly<Record<'most' | 'offers' | 'lists' | 'code', string>>;
}

/** Home of a customer: order first, then what is worth knowing (HOME-02). */
export function CustomerHome({ view }: { view: CustomerHomeView }) {
  const { t } = useShop();
  const { salesPerson, rebate, offers } = view;
  const person = salesPerson.ok ? salesPerson.value : null;
  const card = rebate.ok ? rebate.value : null;
  return (
    <>
      <PageHead
        title={t('home:hello', { name: view.name })}
        lead={view.ref ? t('home:customer', { ref: view.ref }) : null}
      />
      <div className="grid g-rail">
        <div>
          {view.canOrder ? <ScanForm token={view.tokens.code} /> : null}
          <MostOrderedSheet most={view.most} inCart={view.inCart} token={view.tokens.most} />
        </div>
        <aside className="rail stack" aria-label={t('home:rail')}>
          <StandingOrders orders={view.lists} token={view.tokens.lists} canOrder={view.canOrder} />
          {person ? <SalesPersonPanel person={person} /> : null}
          {card ? <RebatePanel card={card} /> : null}
          <NewsPanel news={view.news} />
        </aside>
      </div>
      {offers.ok && offers.value.length > 0 ? (
        <Offers offers={offers.value} inCart={view.inCart} token={view.tokens.offers} />
      ) : null}
    </>
  );
}

/** A code from the keyboard or the scanner, with Enter into the cart. */
function ScanForm({ token }: { token: string }) {
  const { t, locale, here } = useShop();
  return (
    <form className="scan" action={here} method="post">
      <input type="hidden" name="tx" value={token} />
      <div className="inline">
        <div className="field">
          <label htmlFor="code">{t('home:scan.code')}</label>
          <input
            id="code"
            name="code"
            type="text"
            autoComplete="off"
            maxLength={64}
            placeholder={t('home:scan.hint')}
          />
        </div>
        <div className="field n">
          <label htmlFor="n">{t('home:scan.n')}</label>
          <input
            id="n"
            name="n"
            type="number"
            min="1"
            max="9999"
            inputMode="numeric"
            defaultValue="1"
          />
        </div>
        <button className="btn" type="submit">
          <Icon name="plus" small />
          {t('home:scan.add')}
        </button>
        <a className="btn plain" href={links.quickOrder(locale)}>
          {t('home:scan.paste')}
        </a>
      </div>
    </form>
  );
}
