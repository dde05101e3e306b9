import { useShop, type Part } from './shop';

/**
 * An element whose content depends on `entry` and the language only. On a customer's page its markup is cached
 * (page/cached-markup.server.tsx, whose rule applies to `part`); on other pages it is rendered.
 */
export function CachedPart<T>({
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
  /** True when the `details` element in this part is open. */
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
