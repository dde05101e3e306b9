/**
 * What a test asks of a browser other than Chromium: one window, driven from outside by keyboard and pointer.
 * Two drivers stand behind it (`firefox.ts`, `webkit.ts`).
 */

export interface Engine {
  goto(address: string): Promise<void>;
  /** Runs in the page; what it takes and gives is copied. */
  run<T>(script: (...given: never[]) => T, ...given: readonly unknown[]): Promise<T>;
  click(selector: string): Promise<void>;
  /** Keys for what has the focus, as a keyboard sends them; `\n` is Enter. */
  type(text: string): Promise<void>;
  /** The page as it is printed; null where the driver cannot print. */
  pdf: ((options: { preferCSSPageSize: boolean }) => Promise<Uint8Array>) | null;
  /** Makes the page so wide, in CSS pixels; null where nothing needs it. */
  resize: ((width: number) => Promise<void>) | null;
  close(): Promise<void>;
}

/** A browser of the system, or why there is none. */
export type Found = { open: () => Promise<Engine>; why: null } | { open: null; why: string };

const patienceMs = 90_000;

/**
 * Asks again until `isSo`; throws with `what` and the last answer after a minute and a half. A page that is being left
 * answers nothing: it is asked again too.
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

/** Does what leads to another page, or the same anew, and waits until it is there. */
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
