/**
 * This script stands in the head of the pages that scan. It keeps the keys that are typed before the code field has
 * arrived (`capture.ts`), and notes when the shop's own script cannot be loaded.
 */
import { onScriptFailure } from './script-failure';

export interface EarlyKeys {
  /** When the page began to listen, in milliseconds of its own clock. */
  since: number;
  keys: KeyboardEvent[];
  keep: (event: KeyboardEvent) => void;
  /** True once the shop's script could not be loaded: nothing would look up a code that is kept here. */
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
