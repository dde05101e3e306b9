import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import type { Banner } from '~/features/content/announcements';
import { Icon } from '~/ui/icon';
import { toneIcon } from '~/ui/notice';
import type { PageLayout, QuotationCounts } from '../layout';

/**
 * Lines between menus and page: banners of the house, quotations that wait, and the two that the client
 * uncovers (offline, new version).
 */
export function SiteBanners({ layout, quiet }: { layout: PageLayout; quiet: boolean }) {
  const { t } = useShop();
  const { banners, quotations } = layout;
  const waiting = quotations && quotations.drafts + quotations.awaiting > 0 ? quotations : null;
  const count = banners.length + (waiting ? 1 : 0);
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
      <UpdateStrip />
      {layout.suspended ? <SuspendedStrip /> : null}
      {quiet && count > 1 ? (
        <Folded count={count} banners={banners} counts={waiting} />
      ) : (
        <>
          <Banners banners={banners} />
          {waiting ? <QuotationStrip counts={waiting} /> : null}
        </>
      )}
    </section>
  );
}

const gravity = { bad: 0, warn: 1, info: 2 } as const;
const byGravity = (banners: readonly Banner[]): Banner[] =>
  [...banners].sort((a, b) => gravity[a.tone] - gravity[b.tone]);

/** Where people work, all of it behind one line, in the colour of the gravest. */
function Folded({
  count,
  banners,
  counts,
}: {
  count: number;
  banners: readonly Banner[];
  counts: QuotationCounts | null;
}) {
  const { t } = useShop();
  const ordered = byGravity(banners);
  const tone = ordered[0]?.tone ?? 'info';
  return (
    <details className="drop-menu">
      <summary className={stripClass[tone]}>
        <span className="wrap">
          <Icon name={toneIcon[tone]} />
          <span>
            {[
              t('common:strips.all', { count }),
              counts && counts.awaiting > 0
                ? t('common:strips.awaiting', { count: counts.awaiting })
                : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Icon name="down" small turns />
        </span>
      </summary>
      {ordered.map((banner) => (
        <BannerStrip key={banner.id} banner={banner} />
      ))}
      {counts ? <QuotationStrip counts={counts} /> : null}
    </details>
  );
}

/** The session is kept: prices, cart and account come back with the sign-in service. */
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

/** A new version is ready: the client shows it, a plain link loads it (PWA-02). */
function UpdateStrip() {
  const { t, here } = useShop();
  return (
    <div className="strip info" id="update" hidden>
      <div className="wrap">
        <Icon name="info" />
        <p>
          {t('common:strips.update')} <a href={here}>{t('common:strips.reload')}</a>
        </p>
      </div>
    </div>
  );
}

/** The gravest in sight, and every alarm; the others behind one line, or phones would show nothing else. */
function Banners({ banners }: { banners: readonly Banner[] }) {
  const { t } = useShop();
  const ordered = byGravity(banners);
  const isOpen = (banner: Banner): boolean => banner === ordered[0] || banner.tone === 'bad';
  const folded = ordered.filter((banner) => !isOpen(banner));
  const strip = (banner: Banner) => <BannerStrip key={banner.id} banner={banner} />;
  return (
    <>
      {ordered.filter(isOpen).map(strip)}
      {folded.length > 0 ? (
        <details className="drop-menu">
          <summary className="strip info">
            <span className="wrap">
              <Icon name="info" />
              {t('common:strips.more', { count: folded.length })}
              <Icon name="down" small turns />
            </span>
          </summary>
          {folded.map(strip)}
        </details>
      ) : null}
    </>
  );
}

const stripClass = { info: 'strip info', warn: 'strip', bad: 'strip bad' } as const;

/** Closing is a form: it stays closed for this browser, with or without script. */
function BannerStrip({ banner }: { banner: Banner }) {
  const { t, locale, here } = useShop();
  return (
    <div className={stripClass[banner.tone]}>
      <div className="wrap">
        <Icon name={toneIcon[banner.tone]} />
        <div dangerouslySetInnerHTML={{ __html: banner.html }} />
        <form method="post" action={links.closeBanner(locale)}>
          <input type="hidden" name="back" value={here} />
          <button className="close" type="submit" name="banner" value={banner.id}>
            <Icon name="x" small />
            <span className="vh">{t('common:strips.close')}</span>
          </button>
        </form>
      </div>
    </div>
  );
}

function QuotationStrip({ counts }: { counts: QuotationCounts }) {
  const { t, locale } = useShop();
  return (
    <div className="strip">
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
