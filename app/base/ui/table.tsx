import type { ReactNode } from 'react';

/** Words above a column; `num` is set right, `hidden` is there for screen readers only. */
export interface Head {
  text: string;
  num?: boolean;
  hidden?: boolean;
}

/**
 * A table of records. On narrow screens each is its name and what it holds, every value with its label
 * (SHELL-05); `two` makes two lines of it that lead where the name leads, `calc` reads "5 × 51,38 €  256,90 €".
 */
export function Table({
  caption,
  heads,
  shape,
  children,
}: {
  caption: string;
  /** A column that is not shown is null. */
  heads: readonly (string | Head | null)[];
  shape?: 'two' | 'calc';
  /** Rows. */
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
