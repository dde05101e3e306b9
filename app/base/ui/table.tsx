import type { ReactNode } from 'react';

/** A column heading; `num` aligns right, `hidden` is for screen readers only. */
export interface Head {
  text: string;
  num?: boolean;
  hidden?: boolean;
}

/**
 * A table of records. Narrow screens show each record as its name and its labelled values (SHELL-05). With `two`, a
 * record takes two lines that link to the same address as its name; `calc` displays "5 × 51,38 € 256,90 €".
 */
export function Table({
  caption,
  heads,
  shape,
  children,
}: {
  caption: string;
  /** Column headings; null omits a column. */
  heads: readonly (string | Head | null)[];
  shape?: 'two' | 'calc';
  /** Table rows. */
  children: ReactNode;
}) {
  const shown = heads.flatMap((head): Head[] => {
    if (head === null) return [];
    return [typeof head === 'string' ? { text: head } : head];
  });
  return (
    <div className="table-box">
      <table className={shape ? `table ${shape}` : 'table'}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ text, num, hidden }) => (
              <th key={text} scope="col" className={num ? 'num' : undefined}>
                {hidden ? <span className="vh">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
