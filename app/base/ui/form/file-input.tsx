import type { InputHTMLAttributes } from 'react';
import { useShop } from '~/base/page/shop';

/**
 * Choosing a file: the button speaks the page's language, which may not be the browser's. The browser's own
 * control stands beside it without its button: it has the focus and shows the name of what was chosen.
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
