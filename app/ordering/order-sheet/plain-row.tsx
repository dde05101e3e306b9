import type { ReactNode } from 'react';
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';
import { carriedName, isBlank, sheetLine, useSheetAnswer, type SheetLine } from './sheet';
import { ProposedQuantity } from './sheet-fields';

/** A row for a product known only by its name, because the catalogue has no further data. */
function PlainRow({
  productId,
  name,
  below,
  line,
  proposed,
}: {
  productId: number;
  name: string;
  /** Content below the name. */
  below: ReactNode;
  /** Input of a redisplayed form for this line. */
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
        <ProposedQuantity id={productId} proposed={proposed} />
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

/** A line of a list or order whose product could not be looked up in the catalogue. It may be ordered. */
export interface UncheckedLine {
  productId: number;
  /** Name of the product from the line of the order, or as this instance last had it from the catalogue. */
  name: string;
  sku: string | null;
  /** Initial quantity. Checkout checks whether the product can still be ordered. */
  quantity: number;
}

/**
 * Rows for lines that could not be looked up in the catalogue, below the other rows. Submitting the form puts them in
 * the cart too.
 */
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

/** Rows at the top of this page for products with input from another page, sort order or filter of the list. */
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
      {/* The text for rows that the browser adds (carry-input.ts). */}
      <li hidden data-carried={t('catalogue:sheet.carried')} />
      {rows}
    </>
  );
}
