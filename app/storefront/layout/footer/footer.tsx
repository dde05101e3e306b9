import { useShop } from '~/base/page/shop';
import type { SiteContent } from '~/base/page/site-content';
import { PageLinks } from '~/content/articles/slot-links';
import { links } from '~/base/i18n/links';
import { Html, type SafeHtml } from '~/base/ui/html';
import type { Brand } from '~/base/page/shop';
import { DeskHours } from './contact';

/**
 * Everything that the footer displays, except the translated texts. The cache key of its markup consists of these
 * values (layout-markup.server.tsx).
 */
export interface FooterEntry {
  desks: Brand['desks'];
  company: Brand['company'];
  mayOrder: boolean;
  /** Contact text from the ERP, displayed next to the opening hours of the desks. */
  contact: SafeHtml | null;
  pages: SiteContent['pages'];
}

/** Opening hours of the desks, help, and the company behind the shop. */
export function FooterParts({ desks, company, mayOrder, contact, pages }: FooterEntry) {
  const { t, locale } = useShop();
  return (
    <div className="wrap">
      <div className="cols" id="desks">
        {desks.map((desk) => (
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
      {contact ? <Html html={contact} /> : null}
      <PageLinks pages={pages} slot="footer" />
      <p className="legal">
        <span>{company[locale]}</span>
        <span>{t('common:footer.professionals')}</span>
      </p>
    </div>
  );
}
