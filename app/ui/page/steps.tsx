export interface Step {
  text: string;
  href?: string | undefined;
  /** In place of the link: what is typed into this form goes along. */
  button?: { form: string; name: string; value: string } | undefined;
}

function Way({ step: { text, href, button } }: { step: Step }) {
  if (button)
    return (
      <button className="btn plain small" type="submit" {...button}>
        {text}
      </button>
    );
  return href ? <a href={href}>{text}</a> : text;
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
            {position < current ? <Way step={step} /> : step.text}
          </li>
        ))}
      </ol>
    </nav>
  );
}
