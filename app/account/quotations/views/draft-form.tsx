import { LineByCode } from '~/ordering/order-sheet/line-by-code';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { FormKey } from '~/base/ui/form/form-key';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextAreaField, TextField, type FieldState } from '~/base/ui/form/field';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import { ShownFields, useFieldsSince } from '~/base/ui/form/shown-fields';
import { Icon } from '~/base/ui/icon';
import { maxNoteLength } from '../quotation';
import { QuotationLines } from './quotation-lines';
import type { QuotationView } from './quotation-page';

/** Adds a pasted list or the cart's lines to the draft; the same form saves its other input. */
function SeveralLines({ field, cartLines }: { field: FieldState; cartLines: number }) {
  const { t } = useShop();
  const isOpen = (field.errors?.length ?? 0) > 0 || field.initialValue !== '';
  return (
    <details className="panel fold" open={isOpen}>
      <summary>{t('quotations:several.title')}</summary>
      <div className="stack">
        <TextAreaField
          field={field}
          label={t('cart:quick.paste.label')}
          hint={t('quotations:several.hint')}
          rows={6}
          spellCheck={false}
          placeholder={'104382 12\n4183-207;4\n5412345512005 10'}
        />
        <div className="acts">
          <button className="btn quiet" type="submit" name="do" value="save">
            <Icon name="plus" small />
            {t('quotations:several.add')}
          </button>
          {cartLines > 0 ? (
            <button className="btn quiet" type="submit" name="do" value="cart">
              <Icon name="cart" small />
              {t('quotations:new.takeCart', { count: cartLines })}
            </button>
          ) : null}
        </div>
        {cartLines > 0 ? <p className="hint">{t('quotations:new.cartStays')}</p> : null}
      </div>
    </details>
  );
}

/** The whole draft in one form; the button that saves and sends the draft is in the steps panel. */
export function DraftForm({ view, answer }: { view: QuotationView; answer: FormAnswer | null }) {
  const { t, locale } = useShop();
  const { quotation, lines } = view;
  const { fieldOf, title, gone } = useFieldsSince(answer, view.shown);
  const reference = fieldOf('reference', quotation.reference ?? '');
  const note = fieldOf('note', view.noteText);
  const code = fieldOf('code');
  const pieces = fieldOf('n');
  const paste = fieldOf('paste');
  const labels = {
    reference: t('quotations:new.reference'),
    note: t('quotations:note'),
    code: t('wishlists:edit.code'),
    pieces: t('quotations:lines.quantity'),
    paste: t('cart:quick.paste.title'),
  };
  const quantityOf = (line: { id: number; quantity: number }) =>
    fieldOf(`q.${line.id}`, String(line.quantity));
  return (
    <form className="stack" id="draft" method="post" action={links.quotation(locale, quotation.id)}>
      <FormKey />
      <ShownFields shown={view.shown} />
      <ErrorSummary
        general={gone ? [gone] : []}
        title={title}
        fields={[
          { field: reference, label: labels.reference },
          { field: note, label: labels.note },
          { field: code, label: labels.code },
          { field: pieces, label: labels.pieces },
          { field: paste, label: labels.paste },
          ...lines.map(({ line, card }) => ({
            field: quantityOf(line),
            label: card?.name ?? line.name,
          })),
        ]}
      />
      <QuotationLines lines={lines} later fields={{ quantityOf }} />
      <div className="no-print stack">
        <LineByCode code={code} pieces={pieces} />
        <SeveralLines field={paste} cartLines={view.cartLines} />
      </div>
      {/* Hidden in print: the details show the reference, and an empty note is useless on paper. */}
      <div className={view.noteText ? 'panel stack' : 'panel stack no-print'}>
        <div className="no-print">
          <TextField field={reference} label={labels.reference} required autoComplete="off" />
        </div>
        <TextAreaField
          field={note}
          label={labels.note}
          hint={`${t('quotations:noteHint')} ${t('common:form.atMost', { max: maxNoteLength })}`}
          rows={3}
        />
      </div>
      <div className="acts">
        <button className="btn quiet" type="submit" name="do" value="save">
          <Icon name="check" small />
          {t('quotations:save')}
        </button>
      </div>
    </form>
  );
}
