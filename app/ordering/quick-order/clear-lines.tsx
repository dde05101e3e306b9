/** Buttons that take lines out all at once; the browser does it itself where it keeps them. */
import { useShop } from '~/base/page/shop';
import { Icon } from '~/base/ui/icon';

/** Words in which the browser says how many lines a button has taken out, and how they come back. */
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

/** Takes out all lines that are refused, where there are several; the browser names its entries (`scan-rows.ts`). */
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
