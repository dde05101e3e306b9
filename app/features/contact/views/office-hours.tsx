import { useShop } from '~/http/shop';
import { DepartmentHours } from '~/features/frame/foot/contact';
import { departments } from '~/features/frame/foot/contact-hours';

/** Who answers when, beside a form: the telephone is often quicker. */
export function OfficeHours() {
  const { t } = useShop();
  return (
    <section className="panel stack">
      <h2>{t('contact:hours')}</h2>
      {departments.map((department) => (
        <DepartmentHours key={department.name} department={department} heading="h3" />
      ))}
    </section>
  );
}
