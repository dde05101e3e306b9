import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Crumbs } from '~/ui/page/crumbs';
import { ErrorSummary } from '~/ui/form/error-summary';
import { fieldsOf, type FormAnswer } from '~/ui/form/form-answer';
import { Html } from '~/ui/html';
import { Empty, Notice } from '~/ui/notice';
import { PageHead } from '~/ui/page/page-head';
import type { FormView } from '../form-view.server';
import { nameOf } from '../model/answers';
import type { Grid } from '../model/definition';
import { addRow, rowsName, rowsShown } from '../model/grid-rows';
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

/** One more line, without script: the form comes back as it was typed, one line longer. */
function MoreRows({ grid, shown }: { grid: Grid; shown: number }) {
  const { t } = useShop();
  return (
    <div className="acts">
      <input type="hidden" name={rowsName(grid.key)} value={shown} autoComplete="off" />
      {shown < grid.rows ? (
        <button
          className="btn quiet small"
          type="submit"
          name="do"
          value={addRow(grid.key)}
          formNoValidate
        >
          {grid.add ?? t('forms:addRow', { name: grid.label })}
        </button>
      ) : null}
    </div>
  );
}

function Fill({ view, answer }: { view: FormView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { form, token } = view;
  const fields = form.parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  const fieldOf = fieldsOf(answer);
  const shownOf = (key: string): number => {
    const grid = form.parts.flatMap((one) => (one.part === 'grid' ? [one.grid] : []));
    const own = grid.find((one) => one.key === key);
    return own ? rowsShown(own, answer?.typed[rowsName(key)] ?? '') : 0;
  };
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
        one.part === 'grid' ? (
          <MoreRows key={at} grid={one.grid} shown={shownOf(one.grid.key)} />
        ) : one.part === 'field' ? (
          one.field.row && one.field.row.index >= shownOf(one.field.row.grid) ? null : (
            <OfficeField key={at} field={one.field} fields={fields} answer={answer} />
          )
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
        {form.reset ? (
          <button className="btn quiet" type="reset">
            {form.reset}
          </button>
        ) : null}
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
