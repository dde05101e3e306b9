/**
 * Prevents response times from revealing whether a login exists: an ERP hashes a password or sends an e-mail only for a
 * login that does (OWASP ASVS 5.0, 6.3.8). Responses about arbitrary logins are delayed to a whole number of steps.
 */
type EvenTime = () => Promise<void>;

/** Starts the clock; the returned function waits for the end of the current step. 0 disables waiting. */
export function evenTime(stepMs: number): EvenTime {
  const started = performance.now();
  return async () => {
    const passed = performance.now() - started;
    if (stepMs > 0) await new Promise((resolve) => setTimeout(resolve, stepMs - (passed % stepMs)));
  };
}
