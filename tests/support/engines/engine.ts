/**
 * The interface of a test to a browser other than Chromium: one window, controlled by keyboard and pointer. Two drivers
 * implement it (`firefox.ts`, `webkit.ts`).
 */

export interface Engine {
  goto(address: string): Promise<void>;
  /** Runs the script in the page; arguments and result are copied. */
  run<T>(script: (...given: never[]) => T, ...given: readonly unknown[]): Promise<T>;
  click(selector: string): Promise<void>;
  /** Sends keys to the focused element, as a keyboard does; `\n` is Enter. */
  type(text: string): Promise<void>;
  /** Prints the page; null if the driver cannot print. */
  pdf: ((options: { preferCSSPageSize: boolean }) => Promise<Uint8Array>) | null;
  /** Sets the page width in CSS pixels; null if it is not needed. */
  resize: ((width: number) => Promise<void>) | null;
  close(): Promise<void>;
}

/** An installed browser, or the reason why there is none. */
export type Found = { open: () => Promise<Engine>; why: null } | { open: null; why: string };

const patienceMs = 90_000;

/**
 * Asks the page repeatedly until `isSo` holds for its result; after a minute and a half, throws with `what` and the
 * last result. A page that is unloading returns no result and is asked again.
 */
export async function untilAnswer<T>(
  what: string,
  ask: () => Promise<T>,
  isSo: (answer: T) => boolean,
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask().catch((error: unknown) => ({ error: String(error) }));
    const isAnswer = typeof answer !== 'object' || answer === null || !('error' in answer);
    if (isAnswer && isSo(answer)) return;
    if (Date.now() > end) throw new Error(`never came: ${what}; last ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const untilFound = (engine: Engine, selector: string): Promise<void> =>
  untilAnswer(
    selector,
    () =>
      engine.run(
        (wanted: string) => [document.querySelector(wanted) !== null, location.href] as const,
        selector,
      ),
    ([isFound]) => isFound,
  );

/** Does `act`, which loads another page or reloads this one, and waits until it is loaded. */
export async function leave(
  engine: Engine,
  act: () => Promise<void>,
  isThere: (path: string) => boolean = () => true,
): Promise<void> {
  await engine.run(() => document.documentElement.setAttribute('data-old', ''));
  await act();
  await untilAnswer(
    'the next page',
    () =>
      engine.run(
        () =>
          [
            document.readyState === 'complete' && !('old' in document.documentElement.dataset),
            location.pathname,
          ] as const,
      ),
    ([isNew, path]) => isNew && isThere(path),
  );
}
