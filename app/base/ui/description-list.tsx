import { Fragment, type ReactNode } from 'react';

/** A list of labels and values. Entries without a value are omitted; without any value the list is not rendered. */
export function DescriptionList({
  items,
  tight = false,
}: {
  items: readonly (readonly [label: string, value: ReactNode])[];
  tight?: boolean;
}) {
  const shown = items.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (shown.length === 0) return null;
  return (
    <dl className={tight ? 'facts tight' : 'facts'}>
      {shown.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A list of amounts with their labels, such as totals; `gain` marks a saving, `total` the last row. */
export function Sums({
  items,
}: {
  items: readonly { label: string; amount: ReactNode; kind?: 'gain' | 'total' | undefined }[];
}) {
  return (
    <dl className="sums">
      {items.map(({ label, amount, kind }) => (
        <Fragment key={label}>
          <dt className={kind === 'total' ? 'total' : undefined}>{label}</dt>
          <dd className={kind}>{amount}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
