/** Buttons that take lines out all at once; the browser does it itself where it keeps them. */
import { useShop } from '~/page/shop';
import { Icon } from '~/ui/icon';

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

/** Among several lines that are refused the newest has the button that takes them all out; `ids` of the browser's entries. */
export function ClearRefused({ ids }: { ids: readonly string[] }) {
  const { t } = useShop();
  return (
    <button
      className="btn plain small"
      type="submit"
      name="do"
      value="clear-refused"
      data-ids={ids.length > 0 ? ids.join(' ') : undefined}
      {...useUndo()}
    >
      {t('cart:quick.clearRefused')}
    </button>
  );
}
