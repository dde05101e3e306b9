import { useShop } from '~/base/page/shop';
import { DeskHours } from '~/storefront/layout/footer/contact';

/** Opening hours of each desk, shown next to a form because a phone call is often quicker. */
export function OfficeHours() {
  const { t, brand } = useShop();
  return (
    <section className="panel stack">
      <h2>{t('contact:hours')}</h2>
      {brand.desks.map((desk) => (
        <DeskHours key={desk.name} desk={desk} heading="h3" />
      ))}
    </section>
  );
}
