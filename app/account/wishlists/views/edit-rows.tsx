import { useCardHref } from '~/catalogue/products/rows/product-card-row';
import type { ProductCard } from '~/catalogue/products/product';
import { belowName } from '~/catalogue/products/rows/below-name';
import { useShop } from '~/base/page/shop';
import { NumberField } from '~/base/ui/form/field';
import type { FieldOf, FormAnswer } from '~/base/ui/form/form-answer';
import { joinWithDots } from '~/base/ui/dotted';
import { Table } from '~/base/ui/table';
import { keepTogether } from '~/base/ui/unbroken';
import type { EditRow } from './wishlist-edit-page';

function Name({ card }: { card: ProductCard }) {
  const href = useCardHref(card);
  return (
    <>
      {href ? <a href={href}>{keepTogether(card.name)}</a> : keepTogether(card.name)}
      <span className="d">{belowName(card, card.sku)}</span>
    </>
  );
}

/** For a product without catalogue data: its last known name, and why nothing else is shown. */
function KnownName({ row: { known, isGone } }: { row: EditRow }) {
  const { t } = useShop();
  const sku = known?.sku ? `${t('catalogue:code.sku')} ${known.sku}` : null;
  return (
    <>
      {known?.name}{' '}
      <span className="d">
        {joinWithDots([sku, t(isGone ? 'wishlists:edit.isGone' : 'wishlists:edit.isUnknown')])}
      </span>
    </>
  );
}

function Row({ row, fieldOf, isRemoved }: { row: EditRow; fieldOf: FieldOf; isRemoved: boolean }) {
  const { t } = useShop();
  const { card, known, productId, place, quantity } = row;
  const name = card?.name ?? known?.name ?? '';
  return (
    <tr>
      <td className="num" data-label={t('wishlists:edit.place')}>
        <NumberField
          field={fieldOf(`p.${productId}`, String(place))}
          label={t('wishlists:edit.placeOf', { name })}
        />
      </td>
      <th scope="row">{card ? <Name card={card} /> : <KnownName row={row} />}</th>
      <td className="num" data-label={t('wishlists:edit.quantity')}>
        <NumberField
          field={fieldOf(`q.${productId}`, String(quantity))}
          label={t('wishlists:edit.quantityOf', { name })}
        />
      </td>
      <td className="num" data-label={t('wishlists:edit.remove')}>
        <input
          type="checkbox"
          name={`x.${productId}`}
          defaultChecked={isRemoved}
          aria-label={t('wishlists:edit.removeOf', { name })}
        />
      </td>
    </tr>
  );
}

/** Position and quantity of each product; typing other positions reorders the list. */
export function EditRows({
  rows,
  fieldOf,
  answer,
}: {
  rows: readonly EditRow[];
  fieldOf: FieldOf;
  answer: FormAnswer | null;
}) {
  const { t } = useShop();
  return (
    <div className="sheet">
      <Table
        caption={t('wishlists:edit.caption')}
        heads={[
          { text: t('wishlists:edit.place'), num: true },
          t('wishlists:edit.product'),
          { text: t('wishlists:edit.quantity'), num: true },
          { text: t('wishlists:edit.remove'), num: true },
        ]}
      >
        {rows.map((row) => (
          <Row
            key={row.productId}
            row={row}
            fieldOf={fieldOf}
            isRemoved={answer?.typed[`x.${row.productId}`] !== undefined}
          />
        ))}
      </Table>
    </div>
  );
}
