/** Identifies the network that a request comes from. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';

/** Short enough for a counter key; the text itself is not stored. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

function groupsOf(address: string, count: number): string | null {
  const plain = address.replace(/%.*/s, '');
  if (!isIPv6(plain)) return null;
  const [head = '', tail = ''] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...(plain.includes('::') ? zeros : []), ...right]
    .slice(0, count)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Some proxies forward the port with the address (`192.0.2.7:49152`, `[2001:db8::7]:49152`); it differs for each
 * connection.
 */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ??
  /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ??
  address;

const plainOf = (address: string): string => withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '');

/** An IPv6 customer has a whole /64, so the network is the first 64 bits. */
export const networkOf = (address: string): string =>
  groupsOf(plainOf(address), 4) ?? plainOf(address);

/**
 * The IPv6 /48 of an address: providers assign one at a time, which is 65,536 networks of a single client. Null for
 * other addresses.
 */
export const siteOf = (address: string): string | null => groupsOf(plainOf(address), 3);

/** Network of the client, determined before Express runs; it trusts as many proxies as TRUST_PROXY says (P-28). */
export function readClientNetwork(
  {
    socket,
    headers,
  }: { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders },
  proxies: number,
): string {
  const forwarded = proxies === 0 ? [] : String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [socket.remoteAddress ?? '', ...forwarded.reverse().map((hop) => hop.trim())];
  return networkOf(
    hops
      .filter((hop) => hop !== '')
      .slice(0, proxies + 1)
      .at(-1) ?? '',
  );
}
