/** Time limits with which the browser watches the session. */

/** Time in milliseconds without a request after which the browser checks whether the session still exists (AUTH-06). */
export const quietMs = 5 * 60_000;
/**
 * Time in milliseconds without a request after which a session ends. The server enforces its own limit, in its session
 * store.
 */
export const idleMs = 8 * 3_600_000;
/**
 * How long before the end of the session the warning appears, in milliseconds. The server may have refreshed the
 * session up to a minute before the page was loaded.
 */
export const warningMs = 5 * 60_000;
/** Time limit of the session check in milliseconds. After that, a hidden page is displayed or reloaded. */
export const askedMs = 10_000;
/** Message to the service worker that the session has ended: it deletes the customer's stored pages. */
export const sessionEnd = 'session-end';
