/** Figures of a session that the browser watches. */

/** After so long without a sign of life the browser asks whether the session is still there (AUTH-06). */
export const quietMs = 5 * 60_000;
/** Without any request a session ends after so long; the server's own figure is in its session store. */
export const idleMs = 8 * 3_600_000;
/** The warning comes so long before that; a session may have been touched a minute before its last page. */
export const warningMs = 5 * 60_000;
/** So long the shop may take to say whose session it sees: a page that is hidden until then does not stay hidden. */
export const askedMs = 10_000;
/** What a page tells the worker when the shop sees no session any more: it forgets the customer's pages. */
export const sessionEnd = 'session-end';
