import { useForm, type SubmissionResult } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { KeyedName } from '~/base/erp/settings.server';
import { useShop } from '~/base/page/shop';
import { InstallHint } from '~/base/ui/install-hint';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import type { FieldState } from '~/base/ui/form/field';
import { Notice } from '~/base/ui/notice';
import { PageHead } from '~/base/ui/page/page-head';
import { contactForm, type ContactFields } from '../contact';
import { DocumentField, LetterGroup, WriterGroup, type Fields } from './contact-groups';
import { OfficeHours } from './office-hours';

/** Contact data of a signed-in customer, which prefill the form. */
export interface Writer {
  name: string;
  email: string;
  phone: string;
  mobile: string;
}

export interface ContactView {
  subjects: readonly KeyedName[];
  /**
   * Countries of the select, from the ERP. Empty if the ERP lists none; the form then has a text field for the country.
   */
  countries: readonly KeyedName[];
  writer: Writer | null;
  /** Initial text of the letter, from the link that led to this page. */
  begun: string;
  /** Maximum size of a document in MB; null if the ERP accepts no documents. */
  fileMaxMb: number | null;
}

const inOrder = ['subject', 'description', 'name', 'email', 'phone', 'mobile'] as const;
const folded = ['company', 'street', 'zip', 'city', 'country'] as const;

function Faults({
  fields,
  file,
  general,
}: {
  fields: Fields;
  file: FieldState;
  general: readonly string[] | undefined;
}) {
  const { t } = useShop();
  return (
    <ErrorSummary
      general={general}
      fields={[
        ...[...inOrder, ...folded].map((name) => ({
          field: fields[name],
          label: t(`contact:field.${name}`),
        })),
        { field: file, label: t('contact:file.label') },
      ]}
    />
  );
}

/** The contact form with the opening hours (CMS-05). */
export function ContactPage({
  view,
  lastResult,
}: {
  view: ContactView;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useShop();
  const [form, fields] = useForm<ContactFields>({
    id: 'contact',
    lastResult,
    constraint: getZodConstraint(contactForm(t)),
    defaultValue: { ...view.writer, description: view.begun },
  });
  const file: FieldState = {
    id: `${form.id}-file`,
    name: 'file',
    errors: lastResult?.error?.['file'] ?? undefined,
  };
  return (
    <>
      <PageHead title={t('contact:title')} lead={t('contact:lead')} />
      <div className="grid g-rail">
        <form method="post" encType="multipart/form-data" className="stack" id={form.id} noValidate>
          <Faults fields={fields} file={file} general={form.errors} />
          <LetterGroup fields={fields} subjects={view.subjects} />
          <WriterGroup fields={fields} countries={view.countries} />
          <div className="panel block stack">
            {view.fileMaxMb === null ? (
              <Notice tone="info">
                <p>{t('contact:file.none')}</p>
              </Notice>
            ) : (
              <DocumentField field={file} maxMb={view.fileMaxMb} />
            )}
            <div className="acts">
              <button className="btn big" type="submit">
                {t('contact:submit')}
              </button>
            </div>
          </div>
        </form>
        <aside className="rail stack" aria-label={t('contact:hours')}>
          <OfficeHours />
          <InstallHint />
        </aside>
      </div>
    </>
  );
}
