/**
 * Matches the shop's own host in any case, with or without the scheme's default port (RFC 9110, 4.2.3). A host with a
 * trailing dot does not match: browsers treat it as another origin and would send forms from there.
 */
export type IsOwnHost = (authority: string) => boolean;

export function ownHost(publicUrl: string): IsOwnHost {
  const { protocol, host, port } = new URL(publicUrl);
  const written = new Set(
    port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host],
  );
  return (authority) => written.has(authority.toLowerCase());
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Matches the other names of this machine, at the port of a shop whose public address is a loopback name, such as the
 * demo. Matches nothing for any other shop.
 */
export function otherLocalHost(publicUrl: string, machine: string): IsOwnHost {
  const { hostname, port } = new URL(publicUrl);
  if (!loopback.includes(hostname)) return () => false;
  const names = [...loopback, machine.toLowerCase()].filter((name) => name !== hostname);
  const written = new Set(names.map((name) => (port === '' ? name : `${name}:${port}`)));
  return (authority) => written.has(authority.toLowerCase());
}

/** Either scheme is accepted, because the process cannot know whether a proxy has terminated TLS. */
const absolute = /^https?:\/\/([^/?]*)(.*)/is;

/**
 * Splits an absolute-form target, which clients send to proxies and every server must accept (RFC 9112, 3.2.2), into
 * authority and path; null for any other target.
 */
export function partsOfAbsolute(target: string): { authority: string; path: string } | null {
  const [, authority, rest = ''] = absolute.exec(target) ?? [];
  if (authority === undefined) return null;
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
