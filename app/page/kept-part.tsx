import type { ReactElement } from 'react';
import { useShop } from './shop';

/**
 * An element whose content depends on `entry` alone, beside the language: on a customer's page it is kept finished
 * (page/cached-markup.server.tsx, whose rule holds for `part`), for others it is drawn.
 */
export function KeptPart<T>({
  as: Tag,
  part,
  entry,
  ...look
}: {
  as: 'li' | 'div' | 'section';
  part: (entry: T) => ReactElement;
  entry: T;
  className?: string;
  id?: string;
}) {
  const { kept } = useShop();
  return kept ? (
    <Tag {...look} dangerouslySetInnerHTML={{ __html: kept(part, entry) }} />
  ) : (
    <Tag {...look}>{part(entry)}</Tag>
  );
}
