import type { ReactNode } from 'react';

/** Words above a column; `num` is set right, `hidden` is there for screen readers only. */
export interface Head {
  text: string;
  num?: boolean;
  hidden?: boolean;
}

/** A table of records, which phones show as cards: every cell carries its label (SHELL-05). */
export function Table({
  caption,
  heads,
  dense = false,
  children,
}: {
  caption: string;
  /** A column that is not shown is null. */
  heads: readonly (string | Head | null)[];
  dense?: boolean;
  /** Rows. */
  children: ReactNode;
}) {
  const shown = heads.flatMap((head): Head[] => {
    if (head === null) return [];
    return [typeof head === 'string' ? { text: head } : head];
  });
  return (
    <div className="table-box">
      <table className={dense ? 'table dense' : 'table'}>
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
