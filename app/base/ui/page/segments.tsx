import { FormLink } from '~/base/ui/form/form-link';

export interface Segment {
  href: string;
  text: string;
  current: boolean;
}

/** A row of links, one of them current: filters, sizes, channels. */
export function Segments({
  items,
  label,
  labelledBy,
  form,
}: {
  items: readonly Segment[];
  label?: string;
  labelledBy?: string;
  /** Id of the form whose fields the links submit. */
  form?: string | undefined;
}) {
  return (
    <span className="seg" role="group" aria-label={label} aria-labelledby={labelledBy}>
      {items.map((item) => (
        <FormLink
          key={item.href}
          href={item.href}
          form={form}
          aria-current={item.current || undefined}
        >
          {item.text}
        </FormLink>
      ))}
    </span>
  );
}
