/**
 * Detects the browser features that islands need: recent ones (Safari 16, Firefox 100), those that require TLS, and
 * those that an extension may remove. In a browser without them the forms submit without script: a script that handled
 * an order but could not send it would lose it.
 */
export const isAble =
  'timeout' in AbortSignal && 'randomUUID' in crypto && 'BroadcastChannel' in window;
