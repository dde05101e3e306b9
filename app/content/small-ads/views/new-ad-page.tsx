import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import type { Day } from '~/base/kernel/day';
import { FormKey } from '~/base/ui/form/form-key';
import { Crumbs } from '~/base/ui/page/crumbs';
import { fieldsOf, type FieldOf, type FormAnswer } from '~/base/ui/form/form-answer';
import { PageHead } from '~/base/ui/page/page-head';
import { AdButtons } from './ad-buttons';
import { AdFields } from './ad-fields';
import { DocumentField } from './document-field';
import { AdStateWord } from './ad-state-word';

export interface NewAdView {
  documentMaxMb: number;
  known: { start: Day; contact: string; email: string };
}

/** The page of an ad that is not saved yet ('En création'). */
export function NewAdPage({ view, answer }: { view: NewAdView; answer: FormAnswer | null }) {
  const { t, locale, formats } = useShop();
  const { known, documentMaxMb } = view;
  const values: Readonly<Record<string, string>> = { ...known, start: formats.day(known.start) };
  const fieldOf: FieldOf = (name) => fieldsOf(answer)(name, values[name]);
  return (
    <>
      <Crumbs
        items={[
          { name: t('small-ads:title'), href: links.ownSmallAds(locale) },
          { name: t('small-ads:new.title') },
        ]}
      />
      <PageHead title={t('small-ads:new.title')} lead={<AdStateWord state="new" />} />
      <div className="grid g-rail">
        <form
          className="panel block stack"
          id="ad"
          method="post"
          action={links.newSmallAd(locale)}
          encType="multipart/form-data"
        >
          <FormKey />
          <p className="muted">{t('small-ads:form.allNeeded')}</p>
          <AdFields fieldOf={fieldOf} general={answer?.general} />
          <DocumentField
            label={t('small-ads:document.title')}
            hint={t('small-ads:document.withText', { mb: documentMaxMb })}
            answer={answer}
          />
          <AdButtons />
        </form>
        <aside className="panel stack">
          <h2>{t('small-ads:how.title')}</h2>
          <p>{t('small-ads:how.moderation')}</p>
          <p>{t('small-ads:how.document')}</p>
        </aside>
      </div>
    </>
  );
}
