import { blankAddress, isBlank, sheetLine, useSheetAnswer } from '~/features/order-sheet/sheet';
import { SheetBar } from '~/features/order-sheet/order-sheet';
import { PlainRow } from '~/features/order-sheet/plain-row';
import { useShop } from '~/page/shop';
import { FormKey } from '~/ui/form/form-key';
import type { OrderLine } from '../order';

export type UncheckedLine = Pick<OrderLine, 'productId' | 'name' | 'sku' | 'quantity'>;

function Row({ line, blank }: { line: UncheckedLine; blank: boolean }) {
  const { t } = useShop();
  const { productId, name, sku, quantity } = line;
  const answer = useSheetAnswer();
  return (
    <PlainRow
      productId={productId}
      name={name}
      line={sheetLine(answer, productId)}
      proposed={blank ? undefined : quantity}
      below={
        sku ? (
          <div className="row-codes">
            <span>
              {t('catalogue:code.sku')} {sku}
            </span>
          </div>
        ) : null
      }
    />
  );
}

/** The order as the ERP has it while the catalogue does not answer: what may be ordered is checked at the confirmation. */
export function UncheckedSheet({ id, lines }: { id: string; lines: readonly UncheckedLine[] }) {
  const { here } = useShop();
  const blank = isBlank(here);
  return (
    <form
      className="sheet"
      id={id}
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
