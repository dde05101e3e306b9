import { createPrivateKey } from 'node:crypto';

/** Algorithm that a PEM private key signs with (RFC 7518, 3.1); null when the text is no usable private key. */
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
