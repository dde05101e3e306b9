import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Crumbs } from '~/base/ui/page/crumbs';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import type { Shown } from '~/base/ui/form/shown-fields';
import { PageHead } from '~/base/ui/page/page-head';
import type { SmallAd } from '../small-ad';
import { AdStateWord } from './ad-state-word';
import { AdText } from './ad-text';
import { OwnAd } from './own-ad';

export interface AdView {
  ad: SmallAd;
  /** True when the last day of the ad has passed. */
  over: boolean;
  early: boolean;
  documentMaxMb: number;
  /** Stored values that the two forms show: the form for the text, and the form for the document. */
  shown: { ad: Shown; document: Shown };
}

/** A customer's own ad to edit, or another customer's ad to read (ADS-01). */
export function AdPage({ view, answer }: { view: AdView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { ad } = view;
  const title = ad.title || t('small-ads:untitled');
  return (
    <>
      <Crumbs
        items={[
          {
            name: t('small-ads:title'),
            href: ad.own ? links.ownSmallAds(locale) : links.smallAds(locale),
          },
          { name: title },
        ]}
      />
      <PageHead title={title} lead={ad.own ? <AdStateWord state={ad.state} /> : null} />
      {ad.own ? (
        <OwnAd view={view} answer={answer} />
      ) : (
        <div className="grid g-rail">
          <AdText ad={ad} />
        </div>
      )}
    </>
  );
}
