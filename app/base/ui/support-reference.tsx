import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/**
 * The data with which support finds a request: reference, time, page and version, as one text that a click selects. A
 * client script shows the copy button; without script, customers copy the text by hand. `failed` is the reference of
 * the failed request, when it is not the request of this page.
 */
export function SupportReference({ failed }: { failed?: string | null }) {
  const { t, formats, reference: ownReference, here, at, version } = useShop();
  const reference = failed ?? ownReference;
  if (!reference) return null;
  const [path = here] = here.split('?');
  const facts = [at ? formats.dateTime(at) : null, path, version].filter(Boolean);
  return (
    <div className="support">
      <p className="label">{t('errors:error.reference')}</p>
      <p id="support-reference">
        <span className="ref">{reference}</span> <span className="hint">{facts.join(' · ')}</span>
      </p>
      <p>
        <button className="btn quiet small" type="button" data-copy="support-reference" hidden>
          <Icon name="doc" small />
          <span data-copied={t('errors:copy.done')}>{t('errors:copy.do')}</span>
        </button>
      </p>
    </div>
  );
}
