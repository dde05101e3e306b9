import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon, type IconName } from '~/base/ui/icon';
import { toneIcon } from '~/base/ui/notice';
import type { PageLayout, QuotationCounts, ShownBanner } from '../layout';

/**
 * Banners between menus and page: hidden ones that the client script reveals (offline, new version), and one collapsed
 * line for all messages. The line has the colour and text of the most severe unread message (SHELL-09).
 */
export function SiteBanners({ layout }: { layout: PageLayout }) {
  const { t } = useShop();
  return (
    <section aria-label={t('common:strips.label')}>
      <div className="strip" id="offline" hidden>
        <div className="wrap">
          <Icon name="off" />
          <p>
            {t('common:strips.offline')}{' '}
            <span id="kept-at" hidden>
              {t('common:strips.keptAt')}
            </span>
          </p>
        </div>
      </div>
      <UpdateStrip build={layout.build} />
      {layout.suspended ? <SuspendedStrip /> : null}
      <Messages layout={layout} />
    </section>
  );
}

const gravity = { bad: 0, warn: 1, info: 2 } as const;
const stripClass = { info: 'strip info', warn: 'strip', bad: 'strip bad' } as const;

/** Content of the collapsed line that stands for all messages: unread messages first, sorted by severity. */
interface Line {
  className: string;
  icon: IconName;
  /** Text of the message that the collapsed line displays; it only counts the other messages. */
  text: string;
  isUnread: boolean;
  /** Text about open quotations, if the first line shows a more severe message; a phone shows it on a second line. */
  second: string | null;
  /** Text with the number of other unread messages, or of read messages if none is unread; null if there are none. */
  others: string | null;
}

function useLine(banners: readonly ShownBanner[], quotations: QuotationCounts | null): Line | null {
  const { t } = useShop();
  const unread = banners.filter(({ isRead }) => !isRead);
  const [worst] = unread;
  const { awaiting = 0, drafts = 0 } = quotations ?? {};
  const drafted = drafts > 0 ? t('common:strips.drafts', { count: drafts }) : null;
  const quoted = awaiting > 0 ? t('common:strips.awaiting', { count: awaiting }) : drafted;
  const more = (count: number) => (count > 0 ? t('common:strips.more', { count }) : null);
  const read = (count: number) => (count > 0 ? t('common:strips.read', { count }) : null);
  // A quotation that waits for the customer's approval is displayed before a merely informative message.
  if (quoted !== null && (!worst || (worst.tone === 'info' && awaiting > 0)))
    return {
      className: worst ? 'strip' : 'strip calm',
      icon: 'doc',
      text: quoted,
      isUnread: worst !== undefined,
      second: null,
      others: worst ? more(unread.length) : read(banners.length),
    };
  if (worst)
    return {
      className: stripClass[worst.tone],
      icon: toneIcon[worst.tone],
      text: worst.text,
      isUnread: true,
      second: quoted,
      others: more(unread.length - 1),
    };
  if (banners.length === 0) return null;
  const text = t('common:strips.read', { count: banners.length });
  return {
    className: 'strip calm',
    icon: 'info',
    text,
    isUnread: false,
    second: null,
    others: null,
  };
}

function Messages({ layout: { banners, quotations } }: { layout: PageLayout }) {
  const ordered = [...banners].sort(
    (a, b) => Number(a.isRead) - Number(b.isRead) || gravity[a.tone] - gravity[b.tone],
  );
  const line = useLine(ordered, quotations);
  if (!line) return null;
  const { className, icon, text, isUnread, second, others } = line;
  const first = second !== null || others === null ? text : `${text} · `;
  return (
    <details className="drop-menu">
      <summary className={className}>
        <span className="wrap">
          <Icon name={icon} />
          <span>
            {isUnread ? <b>{first}</b> : first}
            {second === null ? null : <br />}
            {[second, others].filter((part) => part !== null).join(' · ')}
          </span>
          <Icon name="down" small turns />
        </span>
      </summary>
      {ordered.map((banner) => (
        <BannerStrip key={banner.id} banner={banner} />
      ))}
      {quotations && quotations.awaiting + quotations.drafts > 0 ? (
        <QuotationStrip counts={quotations} />
      ) : null}
    </details>
  );
}

/**
 * Displayed while the sign-in service is unavailable: the session still exists, and prices, cart and account return
 * with that service.
 */
function SuspendedStrip() {
  const { t, here } = useShop();
  return (
    <div className="strip bad" id="suspended" role="status">
      <div className="wrap">
        <Icon name="off" />
        <p>
          {t('common:strips.suspended')} <a href={here}>{t('common:strips.reload')}</a>
        </p>
      </div>
    </div>
  );
}

/**
 * A new version is ready: the client reveals this banner, and a plain link loads the version (PWA-02). `build` is the
 * build of this page.
 */
function UpdateStrip({ build }: { build: string | null }) {
  const { t, here } = useShop();
  return (
    <div className="strip info" id="update" data-build={build} hidden>
      <div className="wrap">
        <Icon name="info" />
        <p>
          {t('common:strips.update')} <a href={here}>{t('common:strips.reload')}</a>
        </p>
      </div>
    </div>
  );
}

/** A message with a form that marks it as read. The mark applies to this browser, with or without script (CMS-02). */
function BannerStrip({ banner }: { banner: ShownBanner }) {
  const { t, locale, here } = useShop();
  return (
    <div className={banner.isRead ? 'strip calm' : stripClass[banner.tone]}>
      <div className="wrap">
        <Icon name={toneIcon[banner.tone]} />
        <div dangerouslySetInnerHTML={{ __html: banner.html }} />
        {banner.isRead ? null : (
          <form method="post" action={links.closeBanner(locale)}>
            <input type="hidden" name="back" value={here} />
            <button className="close" type="submit" name="banner" value={banner.id}>
              <Icon name="check" small />
              <span className="vh">{t('common:strips.markRead')}</span>
            </button>
          </form>
        )}
      </div>
    </div>
  );
}

function QuotationStrip({ counts }: { counts: QuotationCounts }) {
  const { t, locale } = useShop();
  return (
    <div className="strip calm">
      <div className="wrap">
        <Icon name="doc" />
        <p>
          {counts.awaiting > 0 ? (
            <a href={links.quotations(locale, 'waiting_acceptation')}>
              {t('common:strips.awaiting', { count: counts.awaiting })}
            </a>
          ) : null}
          {counts.awaiting > 0 && counts.drafts > 0 ? ' · ' : null}
          {counts.drafts > 0 ? (
            <a href={links.quotations(locale, 'draft')}>
              {t('common:strips.drafts', { count: counts.drafts })}
            </a>
          ) : null}
        </p>
      </div>
    </div>
  );
}
