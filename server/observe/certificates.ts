/**
 * Expiry dates of certificates (OPS-08): of the shop's public address and of the upstreams. Each check is a TLS
 * handshake without further data. An address that does not respond has no expiry date here, and an alert of its own.
 */
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import type { Config } from '../config';
import type { CertificateEnd } from './metrics';

const patienceMs = 5_000;
const ports: Readonly<Record<string, number>> = { 'https:': 443, 'rediss:': 6379 };

/** Earliest expiry in the presented certificate chain, in seconds since 1970. */
function firstEnd(shown: DetailedPeerCertificate): number | null {
  const ends: number[] = [];
  const seen = new Set<string>();
  let one: DetailedPeerCertificate | undefined = shown;
  while (one?.valid_to && !seen.has(one.fingerprint256)) {
    seen.add(one.fingerprint256);
    ends.push(Date.parse(one.valid_to) / 1000);
    one = one.issuerCertificate;
  }
  const known = ends.filter(Number.isFinite);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Expiry of the certificate at this address; null when none was presented in time. */
export function certificateEnd(url: URL): Promise<number | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect(
      {
        host,
        port: Number(url.port || ports[url.protocol]),
        ...(isIP(host) ? {} : { servername: host }),
        // The check also accepts expired certificates and those of a private authority, because it only reads the date.
        rejectUnauthorized: false,
      },
      () => {
        resolve(firstEnd(socket.getPeerCertificate(true)));
        socket.destroy();
      },
    );
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(null));
  });
}

type Addresses = Pick<Config, 'PUBLIC_URL' | 'ERP_URL' | 'SEARCH_URL' | 'OIDC_ISSUER' | 'redis'>;

/** Addresses with TLS and their owner; Elasticsearch and Redis may have several. */
const addressesOf = (config: Addresses): { of: string; url: URL }[] =>
  [
    { of: 'shop', urls: [config.PUBLIC_URL] },
    { of: 'erp', urls: [config.ERP_URL] },
    { of: 'search', urls: config.SEARCH_URL.split(/[\s,]+/).filter(Boolean) },
    { of: 'identity', urls: config.OIDC_ISSUER === undefined ? [] : [config.OIDC_ISSUER] },
    { of: 'store', urls: config.redis?.nodes ?? [] },
  ]
    .flatMap(({ of, urls }) => urls.map((url) => ({ of, url: new URL(url) })))
    .filter(({ url }) => url.protocol in ports);

export async function certificateEnds(config: Addresses): Promise<readonly CertificateEnd[]> {
  const ends = new Map<string, number>();
  for (const { of, url } of addressesOf(config)) {
    const end = await certificateEnd(url);
    if (end !== null) ends.set(of, Math.min(end, ends.get(of) ?? end));
  }
  return [...ends].map(([of, end]) => ({ of, ends: end }));
}
