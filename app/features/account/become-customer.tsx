import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';

const reasons = ['prices', 'stock', 'order', 'documents'] as const;

/** What an account gives, and the way to one. */
export function BecomeCustomer({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const { t, locale } = useShop();
  return (
    <div className="stack aside">
      <Heading>{t('account:become.title')}</Heading>
      <p className="muted">{t('account:become.text')}</p>
      <ul className="checks">
        {reasons.map((reason) => (
          <li key={reason}>
            <Icon name="check" />
            {t(`account:become.${reason}`)}
          </li>
        ))}
      </ul>
      <div className="acts">
        <a className="btn quiet" href={links.register(locale)}>
          {t('account:become.link')}
        </a>
      </div>
    </div>
  );
}
