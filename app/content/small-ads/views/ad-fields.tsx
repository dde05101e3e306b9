import { useEntryAssets } from '~/base/page/document/entry-assets';
import { useShop } from '~/base/page/shop';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { TextAreaField, TextField, type FieldState } from '~/base/ui/form/field';
import type { FieldOf } from '~/base/ui/form/form-answer';
import { SelectField } from '~/base/ui/form/select-field';
import { adFields, maxTextLength } from '../small-ad';
import { useAdChoices } from './ad-words';

type AdFieldName = (typeof adFields)[number];

/**
 * Inline script that counts down the remaining characters. Without script the page states the limit, and the server
 * enforces it.
 */
const counter = `(()=>{const d=document,a=d.getElementById("text"),b=d.getElementById("left");(a.oninput=()=>{b.textContent=b.dataset.t+(${maxTextLength}-[...a.value].length)})()})()`;

function Text({ field, label }: { field: FieldState; label: string }) {
  const { t } = useShop();
  const { nonce } = useEntryAssets();
  return (
    <>
      <TextAreaField
        field={field}
        label={label}
        required
        rows={7}
        hint={
          <>
            {t('small-ads:form.textHint', { max: maxTextLength })}{' '}
            <span id="left" data-t={t('small-ads:form.left')} />
          </>
        }
      />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: counter }} />
    </>
  );
}

function DateField({ field, label }: { field: FieldState; label: string }) {
  const { t } = useShop();
  return (
    <TextField
      field={field}
      label={label}
      required
      hint={t('small-ads:form.dateHint')}
      autoComplete="off"
    />
  );
}

/** The form fields of an ad, with their error messages. */
export function AdFields({
  fieldOf,
  general,
  title,
}: {
  fieldOf: FieldOf;
  general: readonly string[] | undefined;
  title?: string | undefined;
}) {
  const { t } = useShop();
  const { categories, regions } = useAdChoices();
  const field = (name: AdFieldName): FieldState => fieldOf(name);
  const label = (name: AdFieldName): string => t(`small-ads:field.${name}`);
  const line = (name: 'title' | 'contact' | 'phone' | 'email', more = {}) => (
    <TextField field={field(name)} label={label(name)} required {...more} />
  );
  const choose = t('small-ads:form.choose');
  return (
    <>
      <ErrorSummary
        general={general}
        title={title}
        fields={[
          ...adFields.map((name) => ({ field: field(name), label: label(name) })),
          { field: fieldOf('file'), label: t('small-ads:document.file') },
        ]}
      />
      {line('title', { autoComplete: 'off' })}
      <div className="pair">
        <SelectField
          field={field('category')}
          label={label('category')}
          choices={categories}
          blank={choose}
          required
        />
        <SelectField
          field={field('region')}
          label={label('region')}
          choices={regions}
          blank={choose}
          required
        />
      </div>
      <Text field={field('text')} label={label('text')} />
      <div className="pair">
        <DateField field={field('start')} label={label('start')} />
        <DateField field={field('end')} label={label('end')} />
      </div>
      <div className="pair">
        {line('contact', { autoComplete: 'name' })}
        {line('phone', { type: 'tel', autoComplete: 'tel' })}
        {line('email', { type: 'email', autoComplete: 'email' })}
      </div>
    </>
  );
}
