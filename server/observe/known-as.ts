/**
 * Logins and e-mail addresses as the log may hold them (P-71): a keyed hash, so that who has the key finds the lines of
 * a login that is said on the telephone, and who has the log alone can try none. The key comes from SESSION_SECRET;
 * of a list the first writes and any finds, as with what that seals.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { foldedLogin } from '../auth/session/folded-login';

const shownCharacters = 22;

/** What lines written with any of the secrets hold for this login, in the order of the secrets; in any spelling. */
export function knownAs(secrets: string, login: string): string[] {
  return secrets.split(',').map((secret) => {
    const key = hkdfSync('sha256', secret.trim(), 'vet-supplies-shop', 'log-names-v1', 32);
    const hash = createHmac('sha256', Buffer.from(key)).update(foldedLogin(login));
    return hash.digest('base64url').slice(0, shownCharacters);
  });
}
