import { questionOf } from '~/ordering/cart/unusual-question';
import { cents } from '~/base/kernel/money';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { DescriptionList } from '~/base/ui/description-list';
import { TickField } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { HowRead } from '../../how-read';
import { DraftLines } from './draft-lines';
import type { DraftView } from '../import-view';

/** Displays the order row of the file, which the import will set on the cart. */
function OrderRow({ draft }: { draft: DraftView }) {
  const { t } = useShop();
  const { order } = draft;
  if (!order || Object.values(order).every((text) => text === '')) return null;
  return (
    <section className="panel">
      <h2>{t('cart:import.order.title')}</h2>
      <DescriptionList
        items={[
          [t('cart:import.order.suite'), order.suiteName],
          [t('cart:import.order.reference'), order.reference],
          [t('cart:import.order.email'), order.email],
          [t('cart:import.order.note'), order.note],
        ]}
      />
    </section>
  );
}

/** Displayed when no line can be added: the customer can choose another file or use quick order. */
function NothingReady() {
  const { t, locale } = useShop();
  return (
    <section className="panel stack">
      <p>{t('cart:import.nothingReady')}</p>
      <div className="acts">
        <a className="btn" href={links.cartImport(locale)}>
          {t('cart:import.other')}
        </a>
        <a className="btn quiet" href={links.quickOrder(locale)}>
          {t('cart:quick.title')}
        </a>
      </div>
    </section>
  );
}

/** Lists unusual quantities by product, with the checkbox that adds them too. */
function Unusual({ draft: { unusual, ready }, sure }: { draft: DraftView; sure: boolean }) {
  const { t, formats } = useShop();
  if (unusual.length === 0) return null;
  const { text, yes } = questionOf({ t, formats }, unusual);
  return (
    <>
      <p>{text}</p>
      <TickField
        field={{ id: 'sure', name: 'sure', initialValue: sure }}
        label={yes}
        required={ready.total === 0}
      />
    </>
  );
}

/** Displays the total and the confirm button. Nothing is sent to the ERP before the customer presses it. */
function Confirm({ draft, sure }: { draft: DraftView; sure: boolean }) {
  const { t, locale, formats } = useShop();
  const { token, ready, asked, total, pieces } = draft;
  return (
    <form
      className="panel stack"
      id="confirm"
      method="post"
      action={links.cartImport(locale, token)}
    >
      <input type="hidden" name="draft" value={token} autoComplete="off" />
      {ready.total === 0 ? null : (
        <p>
          <b>{t('cart:import.pieces', { count: pieces })}</b>
          {total === null
            ? null
            : ` · ${t('cart:import.total', { total: formats.money(cents(total)) })}`}
        </p>
      )}
      <Unusual draft={draft} sure={sure} />
      <div className="acts">
        <button className="btn" type="submit">
          <Icon name="cart" small />
          {t('cart:import.confirm', { count: ready.total === 0 ? asked.total : ready.total })}
        </button>
        <a className="btn quiet" href={links.cartImport(locale)}>
          {t('cart:import.other')}
        </a>
      </div>
    </form>
  );
}

/** Preview of the whole file: which lines will be added, which not, and why. */
export function ImportPreview({
  draft,
  available,
  sure,
}: {
  draft: DraftView;
  available: boolean;
  /** The customer ticked the unusual quantities in the form that was rejected. */
  sure: boolean;
}) {
  const { t, locale, formats } = useShop();
  const { token, ready, asked, refused, earlier, fate, unchecked } = draft;
  const isNone = ready.total === 0 && asked.total === 0;
  const total = ready.total + asked.total + refused.total;
  const pages = { page: ready.page, asked: asked.page, refused: refused.page };
  const address = (to: Partial<typeof pages>): string => {
    const query = Object.entries({ ...pages, ...to }).map(([name, page]) => `&${name}=${page}`);
    return links.cartImport(locale, token) + query.join('');
  };
  return (
    <>
      <Notice tone={ready.total < total || isNone ? 'warn' : 'ok'} role="status">
        <p>
          <b>
            {isNone
              ? t('cart:import.fault.nothing-ready')
              : t('cart:quick.ready', { count: ready.total, total })}
          </b>{' '}
          {asked.total > 0 ? t('cart:import.asked', { count: asked.total }) : null}{' '}
          {refused.total > 0 ? t('cart:import.refused', { count: refused.total }) : null}{' '}
          {t('cart:import.nothingSent')}
        </p>
      </Notice>
      {fate.kind === 'ready' && fate.returned ? (
        <Notice tone="info">
          <p>{t('cart:import.result.returned')}</p>
        </Notice>
      ) : null}
      {earlier ? (
        <Notice tone="warn">
          <p>{t('cart:import.earlier', { when: formats.dateTime(earlier) })}</p>
        </Notice>
      ) : null}
      <HowRead passed={draft.passed} notes={draft.notes} />
      {unchecked ? (
        <Notice tone="warn">
          <p>{t('cart:import.unchecked')}</p>
        </Notice>
      ) : null}
      {isNone ? <NothingReady /> : available ? <Confirm draft={draft} sure={sure} /> : null}
      <OrderRow draft={draft} />
      <DraftLines
        id="asked"
        title={t('cart:import.askedLines', { count: asked.total })}
        shown={asked}
        href={(page) => address({ asked: page })}
      />
      <DraftLines
        id="refused"
        title={t('cart:import.refusedLines', { count: refused.total })}
        shown={refused}
        href={(page) => address({ refused: page })}
      />
      <DraftLines
        id="ready"
        title={t('cart:import.readyLines', { count: ready.total })}
        shown={ready}
        href={(page) => address({ page })}
      />
    </>
  );
}
