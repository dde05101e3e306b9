import type { OfferShare } from '~/catalogue/pricing/customer-pricing';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import { Empty } from '~/base/ui/notice';
import { Segments } from '~/base/ui/page/segments';
import { formOf, ListingView, useTotal, type ListingPage } from './listing-view';

const promotionTabs = ['now', 'ending', 'specials'] as const;
export type PromotionTab = (typeof promotionTabs)[number];

/**
 * The tabs of the promotions page. A customer who gets no supplier offers has no tabs for them (PROM-01); special
 * offers are for everyone.
 */
export const promotionTabsOf = (share: OfferShare): readonly PromotionTab[] =>
  share === 'none' ? ['specials'] : promotionTabs;

export function PromotionsPage({
  page,
  tab,
  tabs,
}: {
  page: ListingPage;
  tab: PromotionTab;
  tabs: readonly PromotionTab[];
}) {
  const { t, locale } = useShop();
  const total = useTotal(page.listing);
  const own = links.promotions(locale);
  return (
    <>
      <Crumbs
        items={[
          { name: t('common:home'), href: links.home(locale) },
          { name: t('search:promotions.title') },
        ]}
      />
      <ListingView
        page={page}
        title={t('search:promotions.title')}
        lead={total}
        above={
          tabs.length < 2 ? null : (
            <div className="suggest">
              <Segments
                label={t('search:promotions.tabs')}
                form={formOf(page)}
                items={tabs.map((one) => ({
                  href: one === tabs[0] ? own : `${own}?show=${one}`,
                  text: t(`search:promotions.${one}`),
                  current: one === tab,
                }))}
              />
            </div>
          )
        }
        empty={
          <Empty icon="star" level={2} title={t('search:promotions.none')}>
            <p>{t('search:promotions.noneHint')}</p>
          </Empty>
        }
      />
    </>
  );
}
