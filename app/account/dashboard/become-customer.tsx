import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Icon } from '~/base/ui/icon';

const reasons = ['prices', 'stock', 'order', 'documents'] as const;

/** Advantages of an account, and the link to register. */
export function BecomeCustomer({
  heading: Heading = 'h2',
  target,
}: {
  heading?: 'h2' | 'h3';
  /** The page to return to after registration. */
  target?: string;
}) {
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
        <a className="btn quiet" href={links.register(locale, target)}>
          {t('account:become.link')}
        </a>
      </div>
    </div>
  );
}
