import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { Crumbs } from '~/base/ui/page/crumbs';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { fieldsOf, type FormAnswer } from '~/base/ui/form/form-answer';
import { Html } from '~/base/ui/html';
import { Empty, Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import type { FormView } from '../form-view.server';
import { nameOf } from '../model/answers';
import type { ErpForm, ShownPart } from '../forms.server';
import type { FormField, Grid } from '../model/form-parts';
import { addRow, dropRow, rowsName, rowsShown } from '../model/grid-rows';
import { ErpField } from './form-field';

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
              {t('common:home')}
            </a>
            <a className="btn small quiet" href={links.erpForm(locale, code)}>
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

/**
 * Button that adds or removes a table row without script: it posts the form, and the page returns it with its input.
 */
function RowButton({
  form,
  grid,
  value,
  text,
}: {
  form: ErpForm;
  grid: string;
  value: string;
  text: string;
}) {
  const { locale } = useShop();
  return (
    <button
      className="btn quiet small"
      type="submit"
      name="do"
      value={value}
      formAction={`${links.erpForm(locale, form.code)}#${rowsName(grid)}`}
      data-row
    >
      {text}
    </button>
  );
}

function GridEnd({ form, grid, shown }: { form: ErpForm; grid: Grid; shown: number }) {
  const { t } = useShop();
  return (
    <div className="acts" id={rowsName(grid.key)}>
      <input type="hidden" name={rowsName(grid.key)} value={shown} autoComplete="off" data-rows />
      {shown < grid.rows ? (
        <RowButton
          form={form}
          grid={grid.key}
          value={addRow(grid.key)}
          text={grid.add ?? t('forms:addRow', { name: grid.label })}
        />
      ) : (
        <p className="muted">{t('forms:rowsFull', { count: grid.rows, name: grid.label })}</p>
      )}
    </div>
  );
}

interface PartProps {
  view: FormView;
  answer: FormAnswer | null;
  at: number;
  shownOf: (grid: string) => number;
}

/** A form field; after the last field of a table row, also the button that removes the row. */
function FieldPart({ view, answer, at, shownOf, field }: PartProps & { field: FormField }) {
  const { t } = useShop();
  const { form, maxMb } = view;
  const { row } = field;
  const shown = row ? shownOf(row.grid) : 0;
  if (row && row.index >= shown) return null;
  const next = form.parts[at + 1];
  const endsRow = next?.part !== 'field' || next.field.row?.index !== row?.index;
  const grid = gridsOf(form).find(({ key }) => key === row?.grid);
  return (
    <>
      <ErpField
        field={field}
        fields={fieldsIn(form)}
        answer={answer}
        maxMb={maxMb}
        losesFile={gridsOf(form).length > 0}
      />
      {row && grid && endsRow && shown > 1 ? (
        <div className="acts">
          <RowButton
            form={form}
            grid={row.grid}
            value={dropRow(row.grid, row.index)}
            text={t('forms:dropRow', { name: grid.label, line: row.index + 1 })}
          />
        </div>
      ) : null}
    </>
  );
}

function Part({ part, ...props }: PartProps & { part: ShownPart }) {
  switch (part.part) {
    case 'grid':
      return (
        <GridEnd form={props.view.form} grid={part.grid} shown={props.shownOf(part.grid.key)} />
      );
    case 'field':
      return <FieldPart {...props} field={part.field} />;
    case 'heading':
      return <h2>{part.text}</h2>;
    case 'markup':
      return <Html html={part.html} />;
  }
}

const fieldsIn = ({ parts }: ErpForm): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
const gridsOf = ({ parts }: ErpForm): readonly Grid[] =>
  parts.flatMap((one) => (one.part === 'grid' ? [one.grid] : []));

/** Names the parts that the page cannot show, so that the customer can provide them by telephone. */
function LeftOut({ labels }: { labels: readonly string[] }) {
  const { t } = useShop();
  return labels.length === 0 ? null : (
    <p className="muted">{t('forms:leftOut', { labels: labels.join(', ') })}</p>
  );
}

function Fill({ view, answer }: { view: FormView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { form } = view;
  const fields = fieldsIn(form);
  const grids = gridsOf(form);
  const fieldOf = fieldsOf(answer);
  const shownOf = (key: string): number => {
    const own = grids.find((one) => one.key === key);
    const name = rowsName(key);
    return own ? rowsShown(own, answer?.typed[name] ?? view.rows.get(name) ?? '') : 0;
  };
  const send = form.button ?? t('forms:send');
  return (
    <form
      className="panel block stack"
      id="erp-form"
      method="post"
      action={links.erpForm(locale, form.code)}
      encType={fields.some(({ kind }) => kind === 'file') ? 'multipart/form-data' : undefined}
      noValidate
    >
      <FormKey />
      {/* Enter activates the first submit button of a form. Without this hidden button, that would be a button of a
          table row. */}
      {grids.length > 0 ? (
        <button className="vh" type="submit" tabIndex={-1} aria-hidden="true">
          {send}
        </button>
      ) : null}
      <ErrorSummary
        general={answer?.general}
        fields={fields.map((field) => ({ field: fieldOf(nameOf(field)), label: field.label }))}
      />
      {fields.some(({ required }) => required) ? (
        <p className="muted">{t('forms:needed')}</p>
      ) : null}
      <LeftOut labels={form.leftOut} />
      {form.parts.map((part, at) => (
        <Part key={at} part={part} view={view} answer={answer} at={at} shownOf={shownOf} />
      ))}
      <div className="acts">
        <button className="btn" type="submit">
          {send}
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

/** A form that the ERP defines (CMS-04). */
export function FormPage({ view, answer }: { view: FormView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { form, sent } = view;
  return (
    <>
      <Crumbs
        items={[{ name: t('forms:title'), href: links.erpForms(locale) }, { name: form.name }]}
      />
      <PageHead title={form.name} />
      {sent && !answer ? (
        <Sent code={form.code} />
      ) : form.missing.length > 0 ? (
        <Notice tone="warn">
          <p>{t('forms:unfillable', { labels: form.missing.join(', ') })}</p>
        </Notice>
      ) : (
        <div className="grid g-rail">
          <Fill view={view} answer={answer} />
        </div>
      )}
    </>
  );
}
