import { blankAddress, isBlank, sheetLine, useSheetAnswer } from '~/features/order-sheet/sheet';
import { SheetBar, WasFilled } from '~/features/order-sheet/order-sheet';
import { useShop } from '~/page/shop';
import { FormKey } from '~/ui/form/form-key';
import { Icon } from '~/ui/icon';
import type { OrderLine } from '../order';

export type UncheckedLine = Pick<OrderLine, 'productId' | 'name' | 'sku' | 'quantity'>;

function Row({ line, blank }: { line: UncheckedLine; blank: boolean }) {
  const { t } = useShop();
  const { productId, name, sku, quantity } = line;
  const answer = sheetLine(useSheetAnswer(), productId);
  const refusal = answer?.refusal ?? null;
  const error = refusal === null ? undefined : `error-${productId}`;
  return (
    <li className="row">
      <div className="row-main">
        <h2 className="row-name">{name}</h2>
        {sku ? (
          <div className="row-codes">
            <span>
              {t('catalogue:code.sku')} {sku}
            </span>
          </div>
        ) : null}
      </div>
      <div className="row-stock" />
      <div className="row-act">
        <input
          className="qty"
          type="text"
          name={`q.${productId}`}
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
          defaultValue={answer?.typed ?? (blank ? undefined : quantity)}
          aria-label={t('catalogue:sheet.quantityOf', { name })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error}
        />
        <WasFilled id={productId} />
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

/** The order as the ERP has it while the catalogue does not answer: what may be ordered is checked at the confirmation. */
export function UncheckedSheet({ lines }: { lines: readonly UncheckedLine[] }) {
  const { here } = useShop();
  const blank = isBlank(here);
  return (
    <form
      className="sheet"
      action={blankAddress(here, true)}
      method="post"
      noValidate
      data-sheet=""
    >
      <FormKey />
      <ol>
        {lines.map((line) => (
          <Row key={line.productId} line={line} blank={blank} />
        ))}
      </ol>
      <SheetBar />
    </form>
  );
}
