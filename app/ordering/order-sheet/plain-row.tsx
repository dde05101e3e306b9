import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';
import { carriedName, isBlank, sheetLine, useSheetAnswer, type SheetLine } from './sheet';
import { WasFilled } from './sheet-fields';

/** A row of a product that is known by its name, where the catalogue does not say more. */
function PlainRow({
  productId,
  name,
  below,
  line,
  proposed,
}: {
  productId: number;
  name: string;
  /** What stands below the name. */
  below: ReactNode;
  /** What a form that came back had here. */
  line: SheetLine | null;
  proposed?: number | undefined;
}) {
  const { t } = useShop();
  const refusal = line?.refusal ?? null;
  const error = refusal === null ? undefined : `error-${productId}`;
  return (
    <li className="row">
      <div className="row-main">
        <h2 className="row-name">{name}</h2>
        {below}
      </div>
      <div className="row-stock" />
      <div className="row-act">
        <input
          className="qty"
          type="text"
          name={`q.${productId}`}
          inputMode="numeric"
          autoComplete="off"
          placeholder="–"
          defaultValue={line?.typed ?? proposed}
          aria-label={t('catalogue:sheet.quantityOf', { name })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error}
        />
        <WasFilled id={productId} proposed={proposed} />
      </div>
      {refusal === null ? null : (
        <span className="error" id={error} role="alert">
          <Icon name="alert" small />
          {t(`cart:sheet.refusal.${refusal}`)}
        </span>
      )}
    </li>
  );
}

/** A line whose product the catalogue does not know now: neither there nor gone. It may be ordered. */
export interface UncheckedLine {
  productId: number;
  /** As it is known elsewhere: of the order's own line, or of the catalogue's last answer. */
  name: string;
  sku: string | null;
  /** To start with; the confirmation checks the line. */
  quantity: number;
}

/** Rows of the sheet's form, after those of the catalogue: what they hold goes into the cart with the others. */
export function UncheckedRows({ lines }: { lines: readonly UncheckedLine[] }) {
  const { t, here } = useShop();
  const answer = useSheetAnswer();
  return lines.map(({ productId, name, sku, quantity }) => (
    <PlainRow
      key={productId}
      productId={productId}
      name={name}
      line={sheetLine(answer, productId)}
      proposed={isBlank(here) || quantity < 1 ? undefined : quantity}
      below={
        <div className="row-codes">
          {sku ? (
            <span>
              {t('catalogue:code.sku')} {sku}
            </span>
          ) : null}
          <input type="hidden" name={carriedName(productId)} value={name} />
        </div>
      }
    />
  ));
}

/** What was typed in another view of the list stands first in this one. */
export function CarriedRows({ listed }: { listed: ReadonlySet<number> }) {
  const { t } = useShop();
  const lines = Object.entries(useSheetAnswer()?.lines ?? {});
  const rows = lines.map(([id, line]) => {
    const productId = Number(id);
    const { name, typed } = line;
    if (name === undefined || typed === '' || listed.has(productId)) return null;
    return (
      <PlainRow
        key={id}
        productId={productId}
        name={name}
        line={line}
        below={
          <div className="row-codes">
            <span>{t('catalogue:sheet.carried')}</span>
            <input type="hidden" name={carriedName(productId)} value={name} />
          </div>
        }
      />
    );
  });
  return (
    <>
      {/* The words for the rows that the browser adds (carry-typed.ts). */}
      <li hidden data-carried={t('catalogue:sheet.carried')} />
      {rows}
    </>
  );
}
