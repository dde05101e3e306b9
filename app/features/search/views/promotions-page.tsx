import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Crumbs } from '~/ui/page/crumbs';
import { Empty } from '~/ui/notice';
import { Segments } from '~/ui/page/segments';
import { ListingView, useTotal, type ListingPage } from './listing-view';

export const promotionTabs = ['now', 'ending', 'specials'] as const;
export type PromotionTab = (typeof promotionTabs)[number];

export function PromotionsPage({ page, tab }: { page: ListingPage; tab: PromotionTab }) {
  const { t, locale } = useShop();
  const total = useTotal(page.listing);
  const own = links.promotions(locale);
  return (
    <>
      <Crumbs
        items={[
          { name: t('catalogue:home'), href: links.home(locale) },
          { name: t('search:promotions.title') },
        ]}
      />
      <ListingView
        page={page}
        title={t('search:promotions.title')}
        lead={total}
        above={
          <div className="suggest">
            <Segments
              label={t('search:promotions.tabs')}
              items={promotionTabs.map((one) => ({
                href: one === 'now' ? own : `${own}?show=${one}`,
                text: t(`search:promotions.${one}`),
                current: one === tab,
              }))}
            />
          </div>
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
