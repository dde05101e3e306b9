import { useShop } from '~/http/shop';
import { Facts } from '~/ui/facts';
import { Notice } from '~/ui/notice';
import type { KeptForm } from '../frame';

/** Fields whose value was typed or chosen by a person; the rest only goes along. */
const shown = ({ fields }: KeptForm): [string, string][] =>
  fields
    .filter(([name, value]) => value.trim() !== '' && !/token|^_|^intent$|uuid/i.test(name))
    .map(([name, value]) => [name, value]);

/** After a session ended in the middle of a post: nothing was sent, here it all is, to be sent again (AUTH-05). */
export function KeptFormPanel({ form }: { form: KeptForm }) {
  const { t, here } = useShop();
  const typed = shown(form);
  return (
    <Notice tone="warn" role="alert" id="kept-form">
      <p>
        <b>{t('common:kept.title')}</b> {t('common:kept.text')}
      </p>
      {typed.length > 0 ? (
        <details className="fold">
          <summary>{t('common:kept.show')}</summary>
          <Facts tight items={typed} />
        </details>
      ) : null}
      <form method="post" action={form.action}>
        {form.fields.map(([name, value], position) => (
          <input key={position} type="hidden" name={name} value={value} />
        ))}
        <div className="acts">
          <button className="btn small" type="submit">
            {t('common:kept.send')}
          </button>
          <a className="btn quiet small" href={here}>
            {t('common:kept.drop')}
          </a>
        </div>
      </form>
    </Notice>
  );
}
