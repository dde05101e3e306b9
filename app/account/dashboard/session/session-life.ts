/** Time limits with which the browser watches the session. */

/**
 * After this time without user input, the browser checks whether the session still exists (AUTH-06), in milliseconds.
 */
export const quietMs = 5 * 60_000;
/** A session ends after this time without a request; the server's own limit is in its session store. */
export const idleMs = 8 * 3_600_000;
/**
 * How long before that the warning appears. The server may have refreshed the session up to a minute before the page.
 */
export const warningMs = 5 * 60_000;
/** How long the session check may take; after that a hidden page is shown or reloaded. */
export const askedMs = 10_000;
/** Message to the service worker that the session has ended: it deletes the customer's stored pages. */
export const sessionEnd = 'session-end';
