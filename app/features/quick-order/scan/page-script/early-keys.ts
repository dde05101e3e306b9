/**
 * In the head of the pages that scan: what is typed while the rest of the page is still on its way waits for the code
 * field (`capture.ts`). Ahead of the shop's script, it also hears when that does not come.
 */
import { onScriptFailure } from './script-failure';

export interface EarlyKeys {
  /** When the page began to listen, in milliseconds of its own clock. */
  since: number;
  keys: KeyboardEvent[];
  keep: (event: KeyboardEvent) => void;
  /** The shop's script could not be loaded: nothing looks up what is kept here. */
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
