import { FormLink } from '~/base/ui/form/form-link';

export interface Step {
  text: string;
  href?: string | undefined;
  /** Id of the form whose fields the link submits. */
  form?: string | undefined;
}

function Way({ step: { text, href, form } }: { step: Step }) {
  if (!href) return text;
  return (
    <FormLink className={form && 'btn plain small'} href={href} form={form} leadsOn>
      {text}
    </FormLink>
  );
}

/** The customer's position in a procedure; completed steps may be links. */
export function Steps({
  label,
  steps,
  current,
}: {
  label: string;
  steps: readonly Step[];
  /** Position of the current step, from 0. */
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
