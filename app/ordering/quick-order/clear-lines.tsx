/**
 * Buttons that remove several quick-order lines at once. Where the browser stores the lines, its script handles the
 * buttons.
 */
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/** Button attributes with the texts in which the browser reports how many lines were removed, and offers to undo it. */
function useUndo() {
  const { t } = useShop();
  return {
    'data-one': t('cart:quick.cleared', { count: 1 }),
    'data-more': t('cart:quick.cleared', { count: 2 }),
    'data-undo': t('cart:change.undo'),
  };
}

export function ClearAll() {
  const { t } = useShop();
  return (
    <button className="btn quiet small" type="submit" name="do" value="clear" {...useUndo()}>
      <Icon name="trash" small />
      {t('cart:quick.clear')}
    </button>
  );
}

/**
 * Button that removes all rejected lines; displayed when there are several. If the browser stores the lines,
 * `scan-rows.ts` sets their ids on the button.
 */
export function ClearRefused({ refused }: { refused: number }) {
  const { t } = useShop();
  return (
    <button
      className="btn quiet small"
      type="submit"
      name="do"
      value="clear-refused"
      hidden={refused < 2}
      {...useUndo()}
    >
      {t('cart:quick.clearRefused')}
    </button>
  );
}
