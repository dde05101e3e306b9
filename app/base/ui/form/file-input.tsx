import type { InputHTMLAttributes } from 'react';
import { useShop } from '~/base/page/shop';

/**
 * A file input whose button is in the page's language, which may differ from the browser's. The browser's own control,
 * without its button, keeps the focus and shows the name of the chosen file.
 */
export function FileInput({
  id,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { id: string }) {
  const { t } = useShop();
  return (
    <span className="file">
      <label className="btn quiet small" htmlFor={id}>
        {t('common:form.chooseFile')}
      </label>
      <input {...input} type="file" id={id} />
    </span>
  );
}
