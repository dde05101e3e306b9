import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { ShownFields, useFieldsSince } from '~/base/ui/form/shown-fields';
import { Icon } from '~/base/ui/icon';
import { Notice } from '~/base/ui/notice';
import { AdButtons } from './ad-buttons';
import { AdDocument } from './ad-document';
import { AdFields } from './ad-fields';
import type { AdView } from './ad-page';
import { AdText } from './ad-text';
import { useAdWords } from './ad-words';

/** The state of the ad, the next step, and the reason if the ad was rejected. */
function Standing({ view: { ad, over, early } }: { view: AdView }) {
  const { t, formats } = useShop();
  if (ad.state === 'cancel')
    return (
      <Notice tone="bad" id="rejection">
        <p>
          <b>{t('small-ads:meaning.cancel')}</b>
        </p>
        <p>{ad.rejection ? t('small-ads:rejected', { reason: ad.rejection }) : null}</p>
        <p>{t('small-ads:meaning.again')}</p>
      </Notice>
    );
  if (ad.state === 'published' && early && ad.start)
    return <p className="muted">{t('small-ads:meaning.early', { day: formats.day(ad.start) })}</p>;
  return (
    <>
      <p className="muted">{t(`small-ads:meaning.${ad.state ?? 'unknown'}`)}</p>
      {over && ad.end ? (
        <Notice tone="warn">
          <p>{t('small-ads:meaning.over', { day: formats.day(ad.end) })}</p>
        </Notice>
      ) : null}
    </>
  );
}

function EditForm({ view, answer }: { view: AdView; answer: FormAnswer | null }) {
  const { locale } = useShop();
  const { ad, shown } = view;
  const words: Readonly<Record<string, string>> = useAdWords()(ad);
  const { fieldOf, title } = useFieldsSince(
    answer,
    shown.ad,
    (name, stored) => words[name] ?? stored,
  );
  return (
    <form className="stack" id="ad" method="post" action={links.smallAd(locale, ad.id)}>
      <FormKey />
      <ShownFields shown={shown.ad} />
      <AdFields fieldOf={fieldOf} general={answer?.general} title={title} />
      <AdButtons />
    </form>
  );
}

/** Shows a published or pending ad as text; its edit form is collapsed, with a warning. */
function Edit({ view, answer }: { view: AdView; answer: FormAnswer | null }) {
  const { t } = useShop();
  const { ad } = view;
  const form: ReactNode = <EditForm view={view} answer={answer} />;
  if (ad.state === 'draft' || ad.state === 'cancel')
    return <div className="panel block stack">{form}</div>;
  return (
    <>
      <AdText ad={ad} />
      <details className="panel fold" id="edit" open={answer !== null}>
        <summary>{t('small-ads:edit.title')}</summary>
        <div className="stack">
          <Notice tone="warn">
            <p>
              {t(ad.state === 'pending' ? 'small-ads:edit.pending' : 'small-ads:edit.published')}
            </p>
          </Notice>
          {form}
        </div>
      </details>
    </>
  );
}

/** Deletes the ad after confirmation: the button is inside a collapsed block. */
function Delete({ view }: { view: AdView }) {
  const { t, locale } = useShop();
  return (
    <details className="panel fold" id="delete">
      <summary>{t('small-ads:delete.title')}</summary>
      <form method="post" action={links.smallAd(locale, view.ad.id)}>
        <FormKey />
        <p>{t('small-ads:delete.sure', { title: view.ad.title })}</p>
        <div className="acts">
          <button className="btn danger" type="submit" name="do" value="delete">
            <Icon name="trash" small />
            {t('small-ads:delete.yes')}
          </button>
        </div>
      </form>
    </details>
  );
}

/** The customer's own ad: its text, its document, and the form that deletes it. */
export function OwnAd({ view, answer }: { view: AdView; answer: FormAnswer | null }) {
  // The answer to the document form must not appear in the form for the text.
  const isDocument = answer !== null && 'file' in answer.faults;
  return (
    <div className="grid g-rail">
      <div className="stack">
        <Standing view={view} />
        <Edit view={view} answer={isDocument ? null : answer} />
      </div>
      <div className="stack no-print">
        <AdDocument view={view} answer={isDocument ? answer : null} />
        <Delete view={view} />
      </div>
    </div>
  );
}
