import type { ReactNode } from 'react';
import { ariaOf, type FieldState } from '~/base/ui/form/field';
import { Icon } from '~/base/ui/icon';

/** One option of a group, as a card with a radio button. An option that cannot be chosen displays the reason. */
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
  /** Price, next to the title. */
  aside?: ReactNode;
  children?: ReactNode;
  chosen: boolean;
  /** The first option has the group's id, so that the error summary can link to it. */
  first?: boolean;
  /** Why this option cannot be chosen. */
  closed?: string | undefined;
  /** Class of the radio button. */
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
