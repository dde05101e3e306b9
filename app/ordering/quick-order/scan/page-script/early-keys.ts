/**
 * Inline script in the head of the pages with a code field. It records the keys typed before the field exists
 * (`capture.ts`), and notes when the shop's script fails to load.
 */
import { onScriptFailure } from './script-failure';

interface EarlyKeys {
  /** Time when the page began to listen, in milliseconds of the page's own clock. */
  since: number;
  keys: KeyboardEvent[];
  keep: (event: KeyboardEvent) => void;
  /** True when the shop's script failed to load: no script would look up a stored code. */
  hasFailed: boolean;
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
const early: EarlyKeys = { since: performance.now(), keys, keep, hasFailed: false };
window.earlyKeys = early;
addEventListener('keydown', keep, true);
onScriptFailure(() => {
  early.hasFailed = true;
});
