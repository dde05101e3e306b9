import { FormKey } from '~/base/ui/form/form-key';
import type { FormAnswer } from '~/base/ui/form/form-answer';
import type { ProductCard } from '~/catalogue/products/product';
import { useShop } from '~/base/page/shop';
import { links } from '~/base/i18n/links';
import { ErrorSummary } from '~/base/ui/form/error-summary';
import { FieldErrors, TextField, type FieldState } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';
import type { SaveKind, SavePlace } from './save-product';

function Choice({ place, kind, chosen }: { place: SavePlace; kind: SaveKind; chosen: boolean }) {
  const { t, locale, formats } = useShop();
  const href = kind === 'list' ? links.wishlistEdit : links.quotation;
  return (
    <li>
      <label className="tick">
        <input type="radio" name="to" value={place.id} defaultChecked={chosen} />
        <span>
          {place.name}
          {place.present === null ? null : (
            <span className="d">
              {t('save-product:present', { pieces: formats.number(place.present) })}
            </span>
          )}
        </span>
      </label>
      {place.present === null ? null : (
        <a href={href(locale, place.id)}>
          {t('save-product:change')}
          <span className="vh"> {place.name}</span>
        </a>
      )}
    </li>
  );
}

/** The form that saves the product to an existing wishlist or quotation, or to a new one with a name. */
export function SaveProductForm({
  kind,
  card,
  proposed,
  places,
  answer,
}: {
  kind: SaveKind;
  card: ProductCard;
  /** The quantity that the form shows initially. */
  proposed: string;
  places: readonly SavePlace[];
  answer: FormAnswer | null;
}) {
  const { t, locale } = useShop();
  const fieldOf = (name: string, value = ''): FieldState => ({
    id: `${kind}-${name}`,
    name,
    initialValue: answer?.typed[name] ?? value,
    errors: answer?.faults[name] ? [answer.faults[name]] : undefined,
  });
  const first = places.find(({ present }) => present === null) ?? places[0];
  const chosen = answer?.typed['to'] ?? (first ? String(first.id) : 'new');
  const to = fieldOf('to');
  const name = fieldOf('name');
  const quantity = fieldOf('n', proposed);
  return (
    <form className="stack" method="post" action={`${links.saveProduct(locale, card.id)}#${kind}`}>
      <FormKey />
      <input type="hidden" name="form" value={kind} />
      <ErrorSummary general={answer?.general} fields={[]} />
      <fieldset>
        <legend className="vh">{t(`save-product:${kind}.which`)}</legend>
        <ul className="list">
          {places.map((place) => (
            <Choice key={place.id} place={place} kind={kind} chosen={chosen === String(place.id)} />
          ))}
          <li>
            <label className="tick">
              <input type="radio" name="to" value="new" defaultChecked={chosen === 'new'} />
              <span>{t(`save-product:${kind}.new`)}</span>
            </label>
          </li>
        </ul>
        <FieldErrors field={to} />
      </fieldset>
      <TextField
        field={name}
        label={t(`save-product:${kind}.name`)}
        hint={t('save-product:onlyNew')}
        autoComplete="off"
      />
      <div className="inline">
        <TextField
          field={quantity}
          label={t('save-product:quantity')}
          inputMode="numeric"
          autoComplete="off"
        />
        <button className="btn" type="submit">
          <Icon name="plus" small />
          {t('save-product:add')}
        </button>
      </div>
    </form>
  );
}
