import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { DescriptionList } from '~/base/ui/description-list';
import { Icon } from '~/base/ui/icon';
import { Phone } from '~/base/ui/phone';
import type { SmallAd } from '../small-ad';
import { useAdWords } from './ad-words';

/** An e-mail address, as a link only when it is well-formed, because another customer typed it. */
function Mail({ address }: { address: string }) {
  return /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(address) ? (
    <a href={`mailto:${address}`}>{address}</a>
  ) : (
    address
  );
}

/** Text that a customer typed: it keeps the line breaks, and everything else is plain text. */
function Lines({ text }: { text: string }) {
  return (
    <div className="prose">
      {text.split(/\n\s*\n/).map((paragraph, at) => (
        <p key={at}>
          {paragraph.split('\n').map((line, row) => (
            <span key={row}>
              {row > 0 ? <br /> : null}
              {line}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

/** An ad as customers other than its owner see it. */
export function AdText({ ad }: { ad: SmallAd }) {
  const { t, locale, formats } = useShop();
  const { category, region } = useAdWords()(ad);
  return (
    <article className="panel block stack" id="ad-text">
      <Lines text={ad.text} />
      <DescriptionList
        items={[
          [t('small-ads:field.category'), category],
          [t('small-ads:field.region'), region],
          [
            t('small-ads:column.dates'),
            ad.start && ad.end ? `${formats.day(ad.start)} – ${formats.day(ad.end)}` : null,
          ],
          [t('small-ads:field.contact'), ad.contact],
          [t('small-ads:field.phone'), ad.phone ? <Phone number={ad.phone} /> : null],
          [t('small-ads:field.email'), ad.email ? <Mail address={ad.email} /> : null],
        ]}
      />
      {ad.document ? (
        <p>
          <a className="btn quiet" href={links.smallAdDocument(locale, ad.id)}>
            <Icon name="dl" small />
            {t('small-ads:document.open')}
          </a>{' '}
          <span className="hint">{ad.document.name}</span>
        </p>
      ) : null}
    </article>
  );
}
