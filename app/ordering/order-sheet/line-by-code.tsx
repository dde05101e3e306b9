import { useShop } from '~/base/page/shop';
import { TextField, type FieldState } from '~/base/ui/form/field';

/** Fields to add one product by its code, scanned or read from the pack. */
export function LineByCode({ code, pieces }: { code: FieldState; pieces: FieldState }) {
  const { t } = useShop();
  return (
    <div className="panel stack">
      <h2>{t('wishlists:edit.add')}</h2>
      <div className="inline">
        <TextField
          field={code}
          label={t('wishlists:edit.code')}
          hint={t('wishlists:edit.codeHint')}
          autoComplete="off"
        />
        <TextField
          field={pieces}
          label={t('wishlists:edit.quantity')}
          inputMode="numeric"
          placeholder="1"
          autoComplete="off"
        />
      </div>
    </div>
  );
}
