/**
 * The shop's own host, however it is written: in any case, with or without the scheme's own port (RFC 9110, 4.2.3).
 * With a last dot it is another origin to a browser, which would send its forms from there: that one is not served.
 */
export type IsOwnHost = (authority: string) => boolean;

export function ownHost(publicUrl: string): IsOwnHost {
  const { protocol, host, port } = new URL(publicUrl);
  const written = new Set(
    port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host],
  );
  return (authority) => written.has(authority.toLowerCase());
}

/** The scheme may be either: whether a proxy has taken TLS off cannot be told from here. */
const absolute = /^https?:\/\/([^/?]*)(.*)/is;

/**
 * Authority and path of a target that is a whole address, as proxies are asked for one and every server must take it
 * (RFC 9112, 3.2.2); null when the target is no such one.
 */
export function partsOfAbsolute(target: string): { authority: string; path: string } | null {
  const [, authority, rest = ''] = absolute.exec(target) ?? [];
  if (authority === undefined) return null;
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
