import { Phone } from '~/base/ui/phone';
import { useShop } from '~/base/page/shop';
import type { SalesPerson } from './sales-person.server';

const initials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('');

/** Name and telephone number of the customer's sales representative. */
export function SalesPersonPanel({ person }: { person: SalesPerson }) {
  const { t } = useShop();
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
    </section>
  );
}
