import type { Translate } from '~/base/i18n/translate';
import { useShop } from '~/base/page/shop';
import { DescriptionList } from '~/base/ui/description-list';
import { Notice } from '~/base/ui/notice';
import type { StoredAnswer } from '~/base/page/forms/stored-answers.server';
import { explain } from '../error-page';
import type { SavedForm } from '../layout';

const quantity = /^q\.\d+$/;
/** Names of form fields that are submitted but not displayed: buttons, tokens and keys. */
const goesAlong = /token|uuid|^(_.*|intent|add|tx|back)$/i;

/**
 * The values that the customer typed or chose, with their labels. Quantities of an order sheet are only counted and
 * listed, because this panel does not know the product names.
 */
function typedIn({ fields }: SavedForm, t: Translate): [label: string, value: string][] {
  const filled = fields.filter(([, value]) => value.trim() !== '');
  const pieces = filled.filter(([name]) => quantity.test(name)).map(([, value]) => value);
  const lines = t('common:kept.lines', { count: pieces.length });
  const others = filled
    .filter(([name]) => !quantity.test(name) && !goesAlong.test(name))
    .map(([name, value]): [string, string] => [name.replace(/[._[\]-]+/g, ' ').trim(), value]);
  return pieces.length > 0
    ? [[t('common:kept.quantities'), `${lines} (${pieces.join(', ')})`], ...others]
    : others;
}

/** A form whose session ended during the post: nothing was sent, and the customer can send it again (AUTH-05). */
export function SavedFormPanel({ form }: { form: SavedForm }) {
  const { t } = useShop();
  return (
    <Notice tone="warn" role="alert" id="kept-form">
      <p>
        <b>{t('common:kept.title')}</b> {t('common:kept.text')}
      </p>
      {/* Displayed when the server has refilled a form of this page (page/forms/repopulate.server.ts). */}
      <p id="kept-filled" hidden>
        {t('common:kept.filled')}
      </p>
      <p id="kept-again" hidden>
        {t('common:kept.again')}
      </p>
      <SendAgain form={form} />
    </Notice>
  );
}

function ShowTyped({ form }: { form: SavedForm }) {
  const { t } = useShop();
  const typed = typedIn(form, t);
  return typed.length > 0 ? (
    <details className="fold">
      <summary>{t('common:kept.show')}</summary>
      <DescriptionList tight items={typed} />
    </details>
  ) : null;
}

/**
 * Lists the typed values, with a button that sends the same form again, including its idempotency key, so that it acts
 * at most once.
 */
function SendAgain({ form }: { form: SavedForm }) {
  const { t, here } = useShop();
  // The form consisted only of an order file, so there is nothing to display.
  const isNothing = form.fileMissing && typedIn(form, t).length === 0;
  return (
    <>
      <ShowTyped form={form} />
      {form.fileMissing ? <p>{t('common:kept.fileMissing')}</p> : null}
      <form method="post" action={form.action}>
        {form.fields.map(([name, value], position) => (
          <input key={position} type="hidden" name={name} value={value} />
        ))}
        <div className="acts">
          {isNothing ? null : (
            <button className="btn small" type="submit">
              {t(form.fileMissing ? 'common:kept.sendWithoutFile' : 'common:kept.send')}
            </button>
          )}
          <a className="btn quiet small" href={here}>
            {t('common:kept.drop')}
          </a>
        </div>
      </form>
    </>
  );
}

type Failed = Extract<StoredAnswer, { kind: 'failed' }>;

/** A form that failed: the reason, the typed values, and a button to send it again if that may help. */
export function FailedFormPanel({ answer }: { answer: Failed }) {
  const { t } = useShop();
  const { status, service: data, fields, reference } = answer;
  const { title, lead } = explain({ status, statusText: '', internal: false, data }, t);
  return (
    <Notice tone="bad" role="alert" id="failed-form">
      <p>
        <b>{title}</b> {answer.inDoubt ? t('common:form.inDoubt') : lead}
      </p>
      <p className="muted">
        {t('errors:error.reference')} <span className="ref">{reference}</span>
      </p>
      {answer.passwordMissing ? <p>{t('common:kept.again')}</p> : null}
      {status >= 500 && fields.length > 0 && !answer.passwordMissing ? (
        <SendAgain form={answer} />
      ) : null}
      {/* A retry would fail again, so only the input is displayed: the customer decides to which account it belongs. */}
      {status === 409 ? <ShowTyped form={answer} /> : null}
    </Notice>
  );
}
