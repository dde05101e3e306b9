/**
 * What the islands need and not every browser has: the newest of it (Safari 16, Firefox 100), what an address without
 * TLS does not get, and what an extension may take away. A browser without it keeps its plain forms: an island that
 * takes an order over and then cannot send it would lose it.
 */
export const isAble =
  'timeout' in AbortSignal && 'randomUUID' in crypto && 'BroadcastChannel' in window;
