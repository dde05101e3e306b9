import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { ShownFields } from '~/base/ui/form/shown-fields';
import { Icon } from '~/base/ui/icon';
import type { AdView } from './ad-page';
import { DocumentField } from './document-field';

/**
 * The document of a saved ad has its own form: on a slow connection an upload takes minutes, and a broken upload must
 * not lose the text of the ad.
 */
export function AdDocument({ view, answer }: { view: AdView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { ad, shown, documentMaxMb } = view;
  return (
    <form
      className="panel stack"
      id="document"
      method="post"
      action={`${links.smallAd(locale, ad.id)}#document`}
      encType="multipart/form-data"
    >
      <h2>{t('small-ads:document.title')}</h2>
      <FormKey />
      <ShownFields shown={shown.document} />
      {ad.document ? (
        <p>
          <a href={links.smallAdDocument(locale, ad.id)}>{t('small-ads:document.open')}</a>
          <br />
          <span className="hint">{ad.document.name}</span>
        </p>
      ) : (
        <p className="muted">{t('small-ads:document.without')}</p>
      )}
      <DocumentField
        label={t('small-ads:document.file')}
        hint={t('small-ads:document.hint', { mb: documentMaxMb })}
        answer={answer}
      />
      {ad.state === 'draft' ? null : <p className="hint">{t('small-ads:document.takesBack')}</p>}
      <div className="acts">
        <button className="btn quiet" type="submit" name="do" value="document">
          <Icon name="upload" small />
          {t(ad.document ? 'small-ads:document.replace' : 'small-ads:document.add')}
        </button>
        {ad.document ? (
          <button className="btn danger" type="submit" name="do" value="no-document">
            <Icon name="trash" small />
            {t('small-ads:document.remove')}
          </button>
        ) : null}
      </div>
    </form>
  );
}
