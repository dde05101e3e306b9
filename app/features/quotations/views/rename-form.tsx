import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';
import { ErrorSummary } from '~/ui/error-summary';
import { TextField } from '~/ui/field';
import { fieldsOf, type FormAnswer } from '~/ui/form-answer';
import { Icon } from '~/ui/icon';
import { maxReferenceLength } from '../quotation';
import type { QuotationView } from './quotation-page';

/** The one thing that a back office as released lets change: the customer's own reference. */
export function RenameForm({ view, answer }: { view: QuotationView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { quotation, token } = view;
  const field = fieldsOf(answer)('reference', quotation.reference ?? '');
  const label = t('quotations:new.reference');
  return (
    <form
      className="panel stack"
      id="rename"
      method="post"
      action={links.quotation(locale, quotation.id)}
    >
      <input type="hidden" name="tx" value={token} autoComplete="off" />
      <ErrorSummary fields={[{ field, label }]} />
      <TextField
        field={field}
        label={label}
        required
        maxLength={maxReferenceLength}
        autoComplete="off"
      />
      <div className="acts">
        <button className="btn quiet" type="submit" name="do" value="rename">
          <Icon name="check" small />
          {t('quotations:save')}
        </button>
      </div>
    </form>
  );
}
