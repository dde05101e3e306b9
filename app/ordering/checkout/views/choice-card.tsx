import type { ReactNode } from 'react';
import { ariaOf, type FieldState } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';

/** One choice of a group, as a card with a radio button; a closed one says why. */
export function ChoiceCard({
  field,
  value,
  title,
  aside,
  children,
  chosen,
  first = false,
  closed,
  className,
}: {
  field: FieldState;
  value: string;
  title: ReactNode;
  /** Price, beside the title. */
  aside?: ReactNode;
  children?: ReactNode;
  chosen: boolean;
  /** Carries the group's id, so that the error summary can lead there. */
  first?: boolean;
  /** Why this one cannot be chosen. */
  closed?: string | undefined;
  /** Of its radio button. */
  className?: string | undefined;
}) {
  return (
    <label className="card">
      <input
        type="radio"
        className={className}
        id={first ? field.id : undefined}
        name={field.name}
        value={value}
        defaultChecked={chosen && closed === undefined}
        disabled={closed !== undefined}
        {...ariaOf(field)}
      />
      <span className="t">
        {title}
        {aside ? <span>{aside}</span> : null}
      </span>
      {children ? <span className="d">{children}</span> : null}
      {closed ? (
        <span className="error">
          <Icon name="alert" small />
          {closed}
        </span>
      ) : null}
    </label>
  );
}
