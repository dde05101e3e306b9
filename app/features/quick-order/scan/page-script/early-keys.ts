/**
 * In the head of the pages that scan: what is typed while the rest of the page is still on its way waits for the code
 * field (`capture.ts`).
 */
export interface EarlyKeys {
  /** When the page began to listen, in milliseconds of its own clock. */
  since: number;
  keys: KeyboardEvent[];
  keep: (event: KeyboardEvent) => void;
}

declare global {
  interface Window {
    earlyKeys: EarlyKeys;
  }
}

const keys: KeyboardEvent[] = [];
const keep = (event: KeyboardEvent): void => {
  keys.push(event);
};
window.earlyKeys = { since: performance.now(), keys, keep };
addEventListener('keydown', keep, true);
