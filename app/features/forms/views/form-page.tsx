import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { Crumbs } from '~/ui/page/crumbs';
import { ErrorSummary } from '~/ui/form/error-summary';
import { fieldsOf, type FormAnswer } from '~/ui/form/form-answer';
import { Html } from '~/ui/html';
import { Empty, Notice } from '~/ui/notice';
import { PageHead } from '~/ui/page/page-head';
import type { FormView } from '../form-view.server';
import { nameOf } from '../model/answers';
import { OfficeField } from './form-field';

function Sent({ code }: { code: string }) {
  const { t, locale } = useShop();
  return (
    <div className="panel block" role="status">
      <Empty
        icon="check"
        level={2}
        title={t('forms:sent.title')}
        actions={
          <>
            <a className="btn small" href={links.home(locale)}>
              {t('common:header.homeCrumb')}
            </a>
            <a className="btn small quiet" href={links.officeForm(locale, code)}>
              {t('forms:sent.again')}
            </a>
          </>
        }
      >
        <p>{t('forms:sent.text')}</p>
      </Empty>
    </div>
  );
}

function Fill({ view, answer }: { view: FormView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { form, token } = view;
  const fields = form.parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  const fieldOf = fieldsOf(answer);
  return (
    <form
      className="panel block stack"
      id="office-form"
      method="post"
      action={links.officeForm(locale, form.code)}
    >
      <input type="hidden" name="tx" value={token} autoComplete="off" />
      <ErrorSummary
        general={answer?.general}
        fields={fields.map((field) => ({ field: fieldOf(nameOf(field)), label: field.label }))}
      />
      {fields.some(({ required }) => required) ? (
        <p className="muted">{t('forms:needed')}</p>
      ) : null}
      {form.parts.map((one, at) =>
        one.part === 'field' ? (
          <OfficeField key={at} field={one.field} fields={fields} answer={answer} />
        ) : one.part === 'heading' ? (
          <h2 key={at}>{one.text}</h2>
        ) : (
          <Html key={at} html={one.html} />
        ),
      )}
      <div className="acts">
        <button className="btn" type="submit">
          {form.button ?? t('forms:send')}
        </button>
      </div>
    </form>
  );
}

/** A form that the office has drawn (CMS-04). */
export function FormPage({ view, answer }: { view: FormView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { form, sent } = view;
  return (
    <>
      <Crumbs
        items={[{ name: t('forms:title'), href: links.officeForms(locale) }, { name: form.name }]}
      />
      <PageHead title={form.name} />
      {sent && !answer ? (
        <Sent code={form.code} />
      ) : form.unfillable ? (
        <Notice tone="warn">
          <p>{t('forms:unfillable')}</p>
        </Notice>
      ) : (
        <div className="grid g-rail">
          <Fill view={view} answer={answer} />
        </div>
      )}
    </>
  );
}
