import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { Field } from '~/base/ui/form/field';
import { FileInput } from '~/base/ui/form/file-input';
import { FormKey } from '~/base/ui/form/form-key';
import { Icon } from '~/base/ui/icon';

interface ImportPanelProps {
  csvMaxMb: number;
  /** Reason why the last file could not be parsed. */
  error?: string | undefined;
  children?: ReactNode;
}

/** Collapsed import form below the lines of the cart. */
export function ImportFold(props: ImportPanelProps) {
  const { t } = useShop();
  return (
    <details className="panel fold no-print">
      <summary>{t('cart:import.title')}</summary>
      <ImportForm className="stack" {...props} />
    </details>
  );
}

/** Import form on the dashboard and on the import page. */
export function ImportPanel({
  titled = true,
  ...props
}: ImportPanelProps & {
  /** False on the import page, whose heading is the same. */
  titled?: boolean;
}) {
  const { t } = useShop();
  return (
    <ImportForm
      className="panel stack no-print"
      title={titled ? t('cart:import.title') : undefined}
      {...props}
    />
  );
}

function ImportForm({
  className,
  title,
  csvMaxMb,
  error,
  children,
}: ImportPanelProps & { className: string; title?: string | undefined }) {
  const { t, locale } = useShop();
  const field = { id: 'file', name: 'file', errors: error ? [error] : undefined };
  return (
    <form
      className={className}
      id="import"
      action={links.cartImport(locale)}
      method="post"
      encType="multipart/form-data"
    >
      <FormKey />
      {title ? <h2>{title}</h2> : null}
      <Field field={field} label={t('cart:import.file', { mb: csvMaxMb })}>
        <FileInput
          id={field.id}
          name={field.name}
          accept=".csv,.xlsx,text/csv"
          required
          aria-describedby={error ? `${field.id}-e` : undefined}
          aria-invalid={error ? true : undefined}
        />
      </Field>
      <div className="acts">
        <button className="btn" type="submit">
          <Icon name="doc" small />
          {t('cart:import.read')}
        </button>
        <a className="btn quiet" href={links.cartImportTemplate(locale)}>
          {t('cart:import.template')}
        </a>
        {children}
      </div>
    </form>
  );
}
