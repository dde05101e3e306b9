export interface Segment {
  href: string;
  text: string;
  current: boolean;
}

/** A row of links of which one is chosen: filters, sizes, channels. */
export function Segments({
  items,
  label,
  labelledBy,
}: {
  items: readonly Segment[];
  label?: string;
  labelledBy?: string;
}) {
  return (
    <span className="seg" role="group" aria-label={label} aria-labelledby={labelledBy}>
      {items.map((item) => (
        <a key={item.href} href={item.href} aria-current={item.current || undefined}>
          {item.text}
        </a>
      ))}
    </span>
  );
}
