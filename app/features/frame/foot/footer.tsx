import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { DepartmentHours } from './contact';
import { departments } from './contact-hours';

/** When the house answers, where help is, who is behind the shop. */
export function Footer() {
  const { t, locale } = useShop();
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols" id="contact">
          {departments.map((department) => (
            <DepartmentHours key={department.name} department={department} />
          ))}
          <section>
            <h2>{t('common:footer.help')}</h2>
            <ul>
              <li>
                <a href={links.quickOrder(locale)}>{t('common:footer.quickOrder')}</a>
              </li>
              <li>
                <a href={links.contact(locale)}>{t('common:footer.contact')}</a>
              </li>
              <li>
                <a href={links.newsletter(locale)}>{t('common:footer.newsletter')}</a>
              </li>
              <li>
                <a href={links.news(locale)}>{t('common:menu.news')}</a>
              </li>
              <li>
                <a href={links.officeForms(locale)}>{t('forms:title')}</a>
              </li>
              <li>
                <a href={links.consent(locale)}>{t('common:footer.cookies')}</a>
              </li>
            </ul>
          </section>
        </div>
        <p className="legal">
          <span>{t('common:footer.company')}</span>
          <span>{t('common:footer.professionals')}</span>
        </p>
      </div>
    </footer>
  );
}
