/**
 * How long an answer takes must not tell whether a login exists: an ERP hashes a password, or sends a mail, only for
 * one that does (OWASP ASVS 5.0, 6.3.8). What may be asked of any login is answered at a whole number of steps.
 */
export type EvenTime = () => Promise<void>;

/** Begins to count; the result waits for the end of the step that is under way. 0: nothing waits. */
export function evenTime(stepMs: number): EvenTime {
  const started = performance.now();
  return async () => {
    const passed = performance.now() - started;
    if (stepMs > 0) await new Promise((resolve) => setTimeout(resolve, stepMs - (passed % stepMs)));
  };
}
