import { Phone } from '~/ui/phone';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Icon } from '~/ui/icon';
import type { SalesPerson } from './sales-person.server';

const initials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');

/** Whom to call. */
export function SalesPersonPanel({ person }: { person: SalesPerson }) {
  const { t, locale } = useShop();
  return (
    <section className="panel">
      <h2>{t('account:rep.title')}</h2>
      <div className="rep">
        <span className="avatar" aria-hidden="true">
          {initials(person.name)}
        </span>
        <div>
          <b>{person.name}</b>
          {person.phone ? (
            <>
              <br />
              <Phone number={person.phone} />
            </>
          ) : null}
        </div>
      </div>
      <div className="acts sub-s">
        <a className="btn quiet wide small" href={links.contact(locale)}>
          <Icon name="mail" small />
          {t('account:rep.write')}
        </a>
      </div>
    </section>
  );
}
