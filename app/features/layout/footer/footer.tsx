import { useShop } from '~/page/shop';
import { SlotLinks, Snippet } from '~/features/content/slot-links';
import { links } from '~/i18n/links';
import { DeskHours } from './contact';

/** Opening hours of the desks, help, and the company behind the shop. */
export function Footer() {
  const { t, locale, brand, mayOrder } = useShop();
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols" id="desks">
          {brand.desks.map((desk) => (
            <DeskHours key={desk.name} desk={desk} />
          ))}
          <section>
            <h2>{t('common:footer.help')}</h2>
            <ul>
              {mayOrder ? (
                <li>
                  <a href={links.quickOrder(locale)}>{t('common:footer.quickOrder')}</a>
                </li>
              ) : null}
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
                <a href={links.erpForms(locale)}>{t('forms:title')}</a>
              </li>
              <li>
                <a href={links.consent(locale)}>{t('common:footer.cookies')}</a>
              </li>
            </ul>
          </section>
        </div>
        <Snippet code="footer_contact" />
        <SlotLinks slot="footer" />
        <p className="legal">
          <span>{brand.company[locale]}</span>
          <span>{t('common:footer.professionals')}</span>
        </p>
      </div>
    </footer>
  );
}
