import { useShop } from '~/base/page/shop';

export interface Crumb {
  name: string;
  /** Address of the item; undefined for the last item, which is this page. */
  href?: string | undefined;
}

/** Breadcrumbs from the top to this page; phones show the parent only. */
export function Crumbs({ items }: { items: readonly Crumb[] }) {
  const { t } = useShop();
  return (
    <nav className="crumbs" aria-label={t('common:crumbs')}>
      <ol>
        {items.map((item, position) => (
          <li key={position}>{item.href ? <a href={item.href}>{item.name}</a> : item.name}</li>
        ))}
      </ol>
    </nav>
  );
}
