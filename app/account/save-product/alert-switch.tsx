import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';

/**
 * The button that switches the alert before the end of the product's promotion on or off (ALERT-01). `of`: the
 * product's name, for screen readers in a list.
 */
export function AlertSwitch({ id, on, of }: { id: number; on: boolean; of?: string }) {
  const { t, locale, here } = useShop();
  return (
    <form method="post" action={links.saveProduct(locale, id)} data-alert="">
      <FormKey />
      <input type="hidden" name="back" value={here} />
      <button className="btn plain small" type="submit" name="alert" value={on ? 'off' : 'on'}>
        <Icon name="bell" small />
        {t(on ? 'save-product:alert.off' : 'save-product:alert.on')}
        {of === undefined ? null : <span className="vh"> {of}</span>}
      </button>
    </form>
  );
}
