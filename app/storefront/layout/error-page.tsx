import { isRouteErrorResponse } from '~/base/framework/view';
import type { Gone } from '~/base/page/page';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { Translate } from '~/base/i18n/translate';
import { Icon } from '~/base/ui/icon';
import { MessageText, Notice } from '~/base/ui/notice';
import { Phone } from '~/base/ui/phone';
import { spans } from './footer/contact';
import type { NoticeMessage } from '~/base/page/notice';
import { SupportReference } from '~/base/ui/support-reference';

export const errorStatus = (error: unknown): number =>
  isRouteErrorResponse(error) ? error.status : 500;

/**
 * Upstream services that an error page can name. `record`: the ERP responds, but not for this page's record. `session`:
 * the ERP rejects a session that has just started.
 */
const services = ['erp', 'search', 'identity', 'store', 'record', 'session'] as const;

/**
 * The unavailable upstream, if that caused the error; null for any other error. The body of the response is its name
 * (page/page.ts).
 */
function illService(error: unknown): (typeof services)[number] | null {
  if (!isRouteErrorResponse(error) || error.status !== 503) return null;
  const data: unknown = error.data;
  return services.find((service) => service === data) ?? 'erp';
}

/** Texts of the 404 page per type of missing record, and the link to the list of such records. */
const goneRecords = {
  list: { said: 'wishlists:notice.gone', name: 'wishlists:title', href: links.wishlists },
  quotation: { said: 'quotations:notice.gone', name: 'quotations:title', href: links.quotations },
  ad: { said: 'small-ads:refusal.gone', name: 'small-ads:title', href: links.smallAds },
  order: { said: 'errors:error.404.order', name: 'orders:title', href: links.orders },
} as const satisfies Record<Gone, unknown>;

/**
 * Texts about the customer's missing record, for example a deleted wishlist that Back reopens; null for any other
 * error.
 */
function goneRecord(error: unknown): (typeof goneRecords)[Gone] | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  const kind = (Object.keys(goneRecords) as Gone[]).find((known) => known === error.data);
  return kind ? goneRecords[kind] : null;
}

interface Explanation {
  title: string;
  lead: string;
  /** Technical message of the error, for support. */
  message: string | null;
}

/** The path that was not found, as `notFound` passes it (page/page.ts); empty for any other 404. */
const missingPath = (error: unknown): string =>
  isRouteErrorResponse(error) ? error.statusText.replace(/^[^/]*/, '') : '';

export function explain(error: unknown, t: Translate): Explanation {
  const status = errorStatus(error);
  if (status === 404) {
    return {
      title: t('errors:error.404.title'),
      lead: t(goneRecord(error)?.said ?? 'errors:error.404.content'),
      message: t('errors:error.404.message', { path: missingPath(error) }),
    };
  }
  const service = illService(error);
  if (service) {
    return {
      title: t(service === 'record' ? 'errors:error.record' : 'errors:error.503.title'),
      lead: t(`errors:error.503.${service}`),
      message: t('errors:error.message', { status, text: t(`errors:error.service.${service}`) }),
    };
  }
  // The server throws 409 only for a form from a page of another account (page/forms/others-form.server.ts).
  if (status === 409) {
    return {
      title: t('errors:error.409.title'),
      lead: t('errors:error.409.content'),
      message: null,
    };
  }
  // The form was posted to a page without forms, so a retry would fail too.
  if (status === 405) {
    return {
      title: t('errors:error.405.title'),
      lead: t('errors:error.405.content'),
      message: null,
    };
  }
  if (status === 403) {
    return {
      title: t('errors:error.403.title'),
      lead: t('errors:error.403.content'),
      message: t('errors:error.message', { status, text: t('errors:error.403.title') }),
    };
  }
  return {
    title: t('errors:error.generic'),
    lead: t('errors:error.sorry'),
    message: t('errors:error.message', { status, text: t('errors:error.unexpected') }),
  };
}

/** Document title of an error page. */
export const errorTitle = (error: unknown, t: Translate): string => explain(error, t).title;

/** The link back that a layout offers on its error pages. */
export interface WayBack {
  href: string;
  label: string;
}

/**
 * A 404, an unavailable upstream or an internal error: what happened, what to do, and the support reference (SHELL-02).
 */
export function ErrorPage({
  error,
  again,
  back,
  done,
  way,
}: {
  error: unknown;
  /** Address of this page for a retry, including the id of the stored form answer that it was to display. */
  again: string | null;
  /** Path of the page on this site that linked here. */
  back: string | null;
  /** Notices about the preceding form, displayed first so that the customer does not repeat the form. */
  done: readonly NoticeMessage[];
  /** The layout's link back; if null, the page links to `back`, or else to the home page. */
  way: WayBack | null;
}) {
  const { t, locale, here } = useShop();
  const status = errorStatus(error);
  const { title, lead, message } = explain(error, t);
  const record = goneRecord(error);
  const isNoPage = status === 404 || status === 405;
  const home: WayBack = { href: links.home(locale), label: t('errors:error.404.link') };
  // Without a linking page, the second link leads home, unless the first link already does.
  const second = way ?? (back === null ? home : { href: back, label: t('errors:btn.back') });
  const isTwice = isNoPage && !record && second.href === home.href;
  return (
    <>
      {done.map((notice, position) => (
        <Notice tone={notice.tone} role="status" key={position}>
          {notice.tone === 'ok' ? <p className="muted">{t('errors:error.done')}</p> : null}
          <MessageText message={notice} />
        </Notice>
      ))}
      <div className="panel block oops">
        {/* The title of a 404 already begins with the status code (SHELL-02). */}
        {status === 404 ? null : (
          <p className="big-code" aria-hidden="true">
            {status}
          </p>
        )}
        <div className="stack">
          <h1>{title}</h1>
          <p>{lead}</p>
          {message ? <p className="muted">{message}</p> : null}
          <div className="acts">
            {record ? (
              <a className="btn" href={record.href(locale)}>
                {t(record.name)}
              </a>
            ) : isNoPage ? (
              <a className="btn" href={home.href}>
                <Icon name="home" small />
                {home.label}
              </a>
            ) : (
              <a className="btn" href={again ?? here}>
                <Icon name="redo" small />
                {t('errors:btn.retry')}
              </a>
            )}
            {isTwice ? null : (
              <a className="btn quiet" href={second.href}>
                <Icon name={second === home ? 'home' : 'back'} small />
                {second.label}
              </a>
            )}
          </div>
          <SupportReference />
          <OrderDesk />
        </div>
      </div>
      <Meanwhile searchIsUnavailable={illService(error) === 'search'} />
    </>
  );
}

function OrderDesk() {
  const { t, brand } = useShop();
  const [orders] = brand.desks;
  if (!orders) return null;
  return (
    <p className="hint">
      <Phone number={orders.phone} />, {spans(t, orders).join(t('common:hours.and'))}
    </p>
  );
}

/** Links to pages that still work while an upstream is unavailable. */
function Meanwhile({ searchIsUnavailable }: { searchIsUnavailable: boolean }) {
  const { t, locale, mayOrder } = useShop();
  const ways = [
    { name: 'search', href: links.search(locale) },
    { name: 'quickOrder', href: links.quickOrder(locale) },
    { name: 'news', href: links.news(locale) },
  ] as const;
  const working = ways.filter(
    ({ name }) =>
      !(name === 'search' && searchIsUnavailable) && !(name === 'quickOrder' && !mayOrder),
  );
  return (
    <section className="sub">
      <h2>{t('errors:meanwhile.title')}</h2>
      <ul className="cards sub-s">
        {working.map(({ name, href }) => (
          <li className="panel" key={name}>
            <a href={href}>
              <b>{t(`errors:meanwhile.${name}.title`)}</b>
            </a>
            <p className="muted">{t(`errors:meanwhile.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
