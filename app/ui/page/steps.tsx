export interface Step {
  text: string;
  href?: string | undefined;
}

/** Where the customer is in a procedure; steps behind may be links. */
export function Steps({
  label,
  steps,
  current,
}: {
  label: string;
  steps: readonly Step[];
  /** Position of the present step, from 0. */
  current: number;
}) {
  return (
    <nav aria-label={label}>
      <ol className="steps no-print">
        {steps.map((step, position) => (
          <li
            key={step.text}
            className={position < current ? 'past' : undefined}
            aria-current={position === current ? 'step' : undefined}
          >
            {position < current && step.href ? <a href={step.href}>{step.text}</a> : step.text}
          </li>
        ))}
      </ol>
    </nav>
  );
}
