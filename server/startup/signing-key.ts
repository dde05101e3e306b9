import { createPrivateKey } from 'node:crypto';

/** The algorithm that a private key in PEM signs with (RFC 7518, 3.1); null where the text is no key for one. */
export function signingAlgorithm(pem: string): string | null {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    if (asymmetricKeyType === 'rsa') return 'RS256';
    if (asymmetricKeyType === 'ed25519') return 'EdDSA';
    const isP256 = asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return asymmetricKeyType === 'ec' && isP256 ? 'ES256' : null;
  } catch {
    return null;
  }
}
