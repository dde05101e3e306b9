import { useShop } from '~/base/page/shop';
import type { Choice } from '~/base/ui/form/select-field';
import { adCategories, regions, type SmallAd } from '../small-ad';

/**
 * The options of the form: categories in the shop's order, regions in the alphabetical order of the page's language.
 */
export function useAdChoices(): { categories: readonly Choice[]; regions: readonly Choice[] } {
  const { t, formats } = useShop();
  return {
    categories: adCategories.map((value) => ({ value, text: t(`small-ads:category.${value}`) })),
    regions: regions
      .map((value) => ({ value, text: t(`small-ads:region.${value}`) }))
      .sort((a, b) => formats.collate(a.text, b.text)),
  };
}

/** The names of an ad's category and region; an unknown one is ''. */
export function useAdWords(): (ad: SmallAd) => { category: string; region: string } {
  const { t } = useShop();
  return ({ category, region }) => ({
    category: category ? t(`small-ads:category.${category}`) : '',
    region: region ? t(`small-ads:region.${region}`) : '',
  });
}
