import type { ReactNode } from 'react';

/** A question over the page, opened by `DialogButton`, without script; its content is a form with its own buttons. */
export function Dialog({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="dialog" id={id} popover="" role="dialog" aria-labelledby={`${id}-t`}>
      <h2 id={`${id}-t`}>{title}</h2>
      {children}
    </div>
  );
}

/** Opens a dialog, or closes it with `hide`. */
export function DialogButton({
  dialog,
  className = 'btn quiet',
  hide = false,
  children,
}: {
  dialog: string;
  className?: string;
  hide?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      className={className}
      type="button"
      popovertarget={dialog}
      popovertargetaction={hide ? 'hide' : undefined}
    >
      {children}
    </button>
  );
}
