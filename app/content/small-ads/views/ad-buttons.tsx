import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/** The two buttons of the form: one saves the ad, one saves it and submits it for moderation. */
export function AdButtons() {
  const { t } = useShop();
  return (
    <div className="acts">
      <button className="btn quiet" type="submit" name="do" value="save">
        <Icon name="check" small />
        {t('small-ads:form.save')}
      </button>
      <button className="btn" type="submit" name="do" value="submit">
        <Icon name="mail" small />
        {t('small-ads:form.submit')}
      </button>
    </div>
  );
}
