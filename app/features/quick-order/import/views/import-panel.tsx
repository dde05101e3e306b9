import type { ReactNode } from 'react';
import { useShop } from '~/page/shop';
import { links } from '~/i18n/links';
import { Field } from '~/ui/form/field';
import { FileInput } from '~/ui/form/file-input';
import { FormKey } from '~/ui/form/form-key';
import { Icon } from '~/ui/icon';

/** The form for an order file: on the cart, on the dashboard, and on its own page. */
export function ImportPanel({
  csvMaxMb,
  error,
  titled = true,
  children,
}: {
  csvMaxMb: number;
  /** Why the last file could not be read. */
  error?: string | undefined;
  /** Its own page has the same title already. */
  titled?: boolean;
  children?: ReactNode;
}) {
  const { t, locale } = useShop();
  const field = { id: 'file', name: 'file', errors: error ? [error] : undefined };
  const hint = t('cart:import.hint', { max: 5_000 });
  return (
    <form
      className="panel stack no-print"
      id="import"
      action={links.cartImport(locale)}
      method="post"
      encType="multipart/form-data"
    >
      <FormKey />
      {titled ? <h2>{t('cart:import.title')}</h2> : null}
      <Field field={field} label={t('cart:import.file', { mb: csvMaxMb })} hint={hint}>
        <FileInput
          id={field.id}
          name={field.name}
          accept=".csv,text/csv"
          required
          aria-describedby={error ? `${field.id}-h ${field.id}-e` : `${field.id}-h`}
          aria-invalid={error ? true : undefined}
        />
      </Field>
      <div className="acts">
        <button className="btn" type="submit">
          <Icon name="doc" small />
          {t('cart:import.read')}
        </button>
        <a className="btn quiet" href={links.cartImportTemplate(locale)}>
          <Icon name="dl" small />
          {t('cart:import.template')}
        </a>
        {children}
      </div>
    </form>
  );
}
