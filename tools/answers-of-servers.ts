/** What the commands that question a server say of its silence and of its redirects; the doctor and the conformance table. */

/** Where a `Location` of the page at `asked` leads, without its query, which may hold what only a server and its caller should see. */
export function redirectPlace(location: string, asked: string): string {
  if (!URL.canParse(location, asked)) return 'no address';
  const { origin, pathname } = new URL(location, asked);
  return origin + pathname;
}

const ofNode = 'NODE_EXTRA_CA_CERTS, in the environment itself: Node reads it before an --env-file';

const whoBreaksOff =
  'a worker that dies (of Odoo: limit_memory_hard, limit_time_real), or a proxy in between';

/** `fetch` says `terminated` once the head of the answer has come: whoever broke off speaks HTTP. */
function whyBrokenOff(error: unknown, cause: unknown): string {
  const hasBegun = [error, cause].some(
    (one) => one instanceof Error && one.message === 'terminated',
  );
  return hasBegun
    ? `breaks off its answer: ${whoBreaksOff}`
    : `closes the connection without an answer: ${whoBreaksOff}; or https:// instead of http://, or another port`;
}

/**
 * Why `fetch` threw. What the libraries say of the commonest slips is for those who wrote them. `caSetting` names the
 * certificates of an authority of one's own for the server that was asked.
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
    return `no host is called ${unknownHost[1] ?? unknownHost[2] ?? ''}: spelling, or the name service`;
  if (/self.signed certificate|unable to (?:verify|get)/i.test(message))
    return `${message}: the file of an authority of your own is named by ${caSetting}`;
  if (/does not match certificate's altnames/i.test(message))
    return `${message.replace(/\.$/, '')}: use the name that its certificate has`;
  if (/certificate has expired|certificate is not yet valid/i.test(message))
    return `${message}: renew it on that server, or set the clock of this one`;
  if (/ECONNREFUSED/.test(message)) return `${message}: nothing listens on that port`;
  // The Fetch standard lists ports of other protocols, such as 25 and 6000.
  if (message === 'bad port')
    return 'that port is kept for another protocol, and no client of HTTP asks it: another port';
  // The Fetch standard (HTTP-network-or-cache fetch) makes of this one status a network error, which has no words.
  if (cause instanceof Error && cause.message === '')
    return 'a proxy in between asks who calls (407 Proxy Authentication Required): the shop must reach it directly';
  return message;
}
