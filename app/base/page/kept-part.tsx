import { useShop, type Part } from './shop';

/**
 * An element whose content depends on `entry` alone, beside the language: on a customer's page it is kept finished
 * (page/cached-markup.server.tsx, whose rule holds for `part`), for others it is drawn.
 */
export function KeptPart<T>({
  as: Tag,
  part: Part,
  entry,
  ...look
}: {
  as: 'li' | 'div' | 'section' | 'details';
  part: Part<T>;
  entry: T;
  className?: string;
  id?: string;
  /** Of a `details` element. */
  open?: boolean;
}) {
  const { kept } = useShop();
  return kept ? (
    <Tag {...look} dangerouslySetInnerHTML={{ __html: kept(Part, entry) }} />
  ) : (
    <Tag {...look}>
      <Part entry={entry} />
    </Tag>
  );
}
