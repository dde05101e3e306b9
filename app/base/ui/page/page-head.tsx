import type { ReactNode } from 'react';

/** The page's name, what it is about, and what can be done with the whole of it. */
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
  /** Phones too keep what can be done beside the name: it is one short button. */
  tight?: boolean;
  /** A document that is printed: its first visit has the styles of paper in itself (`tools/bundle/style-rules`). */
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
