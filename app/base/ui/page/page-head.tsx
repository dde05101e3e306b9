import type { ReactNode } from 'react';

/** The page's title, lead text, and actions on the whole page. */
export function PageHead({
  title,
  lead,
  actions,
  tight = false,
  onPaper = false,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** True when the actions are one short button, which phones display next to the title. */
  tight?: boolean;
  /**
   * True for a printable page: the first page of a visit then inlines the print styles too
   * (`tools/bundle/style-rules`).
   */
  onPaper?: boolean;
}) {
  return (
    <div className={['head', tight && 'tight', onPaper && 'paper'].filter(Boolean).join(' ')}>
      <div>
        <h1>{title}</h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      {actions ? <div className="acts">{actions}</div> : null}
    </div>
  );
}
