import type { ReactNode } from 'react';
import { dot, joinWithDots } from '~/base/ui/dotted';
import type { ProductCard } from '../product';

/**
 * The line below a full name in narrow rows: traits that the name lacks, then codes; null when empty. A CNK must not
 * break at its dash, because half of it would look like another code.
 */
export function belowName(card: ProductCard | null, sku: string | null): ReactNode {
  const about = joinWithDots([card?.traits, sku ? `SKU ${sku}` : null]);
  if (!card?.cnk) return about || null;
  return (
    <>
      {about ? about + dot : null}
      <span className="nb">{`CNK ${card.cnk}`}</span>
    </>
  );
}
