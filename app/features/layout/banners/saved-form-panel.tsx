import { useShop } from '~/page/shop';
import { DescriptionList } from '~/ui/description-list';
import { Notice } from '~/ui/notice';
import type { SavedForm } from '../layout';

const quantity = /^q\.\d+$/;
/** Buttons, tokens and the like only go along. */
const goesAlong = /token|uuid|^(_.*|intent|add|tx|back)$/i;

/** What a person typed or chose; the many quantities of an order sheet in one line. */
function typedIn({ fields }: SavedForm, quantities: string): [label: string, value: string][] {
  const filled = fields.filter(([, value]) => value.trim() !== '');
  const pieces = filled.filter(([name]) => quantity.test(name)).map(([, value]) => value);
  const others = filled
    .filter(([name]) => !quantity.test(name) && !goesAlong.test(name))
    .map(([name, value]): [string, string] => [name.replace(/[._[\]-]+/g, ' ').trim(), value]);
  return pieces.length > 0 ? [[quantities, pieces.join(', ')], ...others] : others;
}

/** After a session ended in the middle of a post: nothing was sent, here it all is, to be sent again (AUTH-05). */
export function SavedFormPanel({ form }: { form: SavedForm }) {
  const { t, here } = useShop();
  const typed = typedIn(form, t('common:kept.quantities'));
  return (
    <Notice tone="warn" role="alert" id="kept-form">
      <p>
        <b>{t('common:kept.title')}</b> {t('common:kept.text')}
      </p>
      {/* Shown when a form of this page has its fields filled again (page/forms/repopulate.server.ts). */}
      <p id="kept-filled" hidden>
        {t('common:kept.filled')}
      </p>
      {typed.length > 0 ? (
        <details className="fold">
          <summary>{t('common:kept.show')}</summary>
          <DescriptionList tight items={typed} />
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
