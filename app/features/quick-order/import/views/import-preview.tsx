import { cents } from '~/kernel/money';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { DescriptionList } from '~/ui/description-list';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notice';
import { HowRead } from '../../how-read';
import { DraftLines } from './draft-lines';
import type { DraftView } from '../import-view';

/** What the file's own order row will set on the cart. */
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

/** Nothing can be added: the file is mended, or its codes are where each of them can be. */
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

/** The sum, and the one button: nothing has been sent before it is pressed. */
function Confirm({ draft }: { draft: DraftView }) {
  const { t, locale, formats } = useShop();
  const { token, ready, total, pieces } = draft;
  return (
    <form
      className="panel stack"
      id="confirm"
      method="post"
      action={links.cartImport(locale, token)}
    >
      <input type="hidden" name="draft" value={token} autoComplete="off" />
      <p>
        <b>{t('cart:import.pieces', { count: pieces })}</b>
        {total === null
          ? null
          : ` · ${t('cart:import.total', { total: formats.money(cents(total)) })}`}
      </p>
      <div className="acts">
        <button className="btn" type="submit">
          <Icon name="cart" small />
          {t('cart:import.confirm', { count: ready.total })}
        </button>
        <a className="btn quiet" href={links.cartImport(locale)}>
          {t('cart:import.other')}
        </a>
      </div>
    </form>
  );
}

/** Everything of the file before anything is sent: what will be added, and what not and why. */
export function ImportPreview({ draft, available }: { draft: DraftView; available: boolean }) {
  const { t, locale, formats } = useShop();
  const { token, ready, refused, earlier, fate, unchecked } = draft;
  const isNone = ready.total === 0;
  const address = (pages: { page: number; refused: number }): string =>
    `${links.cartImport(locale, token)}&page=${pages.page}&refused=${pages.refused}`;
  return (
    <>
      <Notice tone={refused.total > 0 || isNone ? 'warn' : 'ok'} role="status">
        <p>
          <b>
            {isNone
              ? t('cart:import.fault.nothing-ready')
              : t('cart:quick.ready', { count: ready.total, total: ready.total + refused.total })}
          </b>{' '}
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
      {isNone ? <NothingReady /> : available ? <Confirm draft={draft} /> : null}
      <OrderRow draft={draft} />
      <DraftLines
        id="refused"
        title={t('cart:import.refusedLines', { count: refused.total })}
        shown={refused}
        href={(page) => address({ page: ready.page, refused: page })}
      />
      <DraftLines
        id="ready"
        title={t('cart:import.readyLines', { count: ready.total })}
        shown={ready}
        href={(page) => address({ page, refused: refused.page })}
      />
    </>
  );
}
