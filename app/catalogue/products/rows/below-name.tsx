import type { ReactNode } from 'react';
import { dot, dotted } from '~/base/ui/dotted';
import type { ProductCard } from '../product';

/**
 * What stands below a full name where a row has no more room: what the name leaves out, then codes; null where there is
 * nothing. A CNK that broke at its dash would be read as another.
 */
export function belowName(card: ProductCard | null, sku: string | null): ReactNode {
  const about = dotted([card?.traits, sku ? `SKU ${sku}` : null]);
  if (!card?.cnk) return about || null;
  return (
    <>
      {about ? about + dot : null}
      <span className="nb">{`CNK ${card.cnk}`}</span>
    </>
  );
}
