/**
 * Explains failed requests and redirects in the output of commands that probe a server: the doctor and the conformance
 * table.
 */

/**
 * Origin and path of a `Location` header, resolved against the page at `asked`. Drops the query, which may hold a
 * secret between server and caller.
 */
export function redirectPlace(location: string, asked: string): string {
  if (!URL.canParse(location, asked)) return 'no address';
  const { origin, pathname } = new URL(location, asked);
  return origin + pathname;
}

const ofNode = 'NODE_EXTRA_CA_CERTS, in the environment itself: Node reads it before an --env-file';

const whoBreaksOff =
  'a worker that dies (of Odoo: limit_memory_hard, limit_time_real), or a proxy in between';

/** `fetch` reports `terminated` if the connection ends after the response headers, so the peer speaks HTTP. */
function whyBrokenOff(error: unknown, cause: unknown): string {
  const hasBegun = [error, cause].some(
    (one) => one instanceof Error && one.message === 'terminated',
  );
  return hasBegun
    ? `breaks off its answer: ${whoBreaksOff}`
    : `closes the connection without an answer: ${whoBreaksOff}; or https:// instead of http://, or another port`;
}

/**
 * Explains why `fetch` threw. Replaces the library messages of common configuration mistakes, which only library
 * authors understand. `caSetting` names the setting that points to the CA file for the probed server.
 */
export function whyUnanswered(error: unknown, caSetting = ofNode): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  if (/wrong version number|packet length too long|unknown protocol/i.test(message))
    return 'speaks no TLS there: http:// instead of https://, or another port';
  if (/Parse Error|HTTPParserError|Expected HTTP/i.test(message))
    return 'does not speak HTTP there: https:// instead of http://, or another port';
  if (/other side closed|ECONNRESET|terminated/i.test(message)) return whyBrokenOff(error, cause);
  const unknownHost = /ENOTFOUND (\S+)|EAI_AGAIN (\S+)/.exec(message);
  if (unknownHost)
    return `unknown host ${unknownHost[1] ?? unknownHost[2] ?? ''}: check its spelling, or the name service`;
  if (/self.signed certificate|unable to (?:verify|get)/i.test(message))
    return `${message}: for a private certificate authority, set the path of its CA file in ${caSetting}`;
  if (/does not match certificate's altnames/i.test(message))
    return `${message.replace(/\.$/, '')}: use the name that its certificate has`;
  if (/certificate has expired|certificate is not yet valid/i.test(message))
    return `${message}: renew it on that server, or set the clock of this one`;
  if (/ECONNREFUSED/.test(message)) return `${message}: nothing listens on that port`;
  // The Fetch standard blocks ports of other protocols, such as 25 and 6000.
  if (message === 'bad port')
    return 'this port is reserved for another protocol, so HTTP clients refuse it: use another port';
  // The Fetch standard (HTTP-network-or-cache fetch) turns status 407 alone into a network error without a message.
  if (cause instanceof Error && cause.message === '')
    return 'a proxy requires authentication (407 Proxy Authentication Required): let the shop connect directly';
  return message;
}
