/**
 * Logins and e-mail addresses as the log may contain them (P-71): a keyed hash. Whoever has the key can find the lines
 * of a given login, and whoever has only the log cannot test guesses. The key is derived from SESSION_SECRET; of a
 * list, the first secret writes and any of them finds, as for sealing.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { foldedLogin } from '../auth/session/folded-login';

const shownCharacters = 22;

/** Hashes of this login in log lines, one per secret in their order; the same for all spellings of the login. */
export function hashLogin(secrets: string, login: string): string[] {
  return secrets.split(',').map((secret) => {
    const key = hkdfSync('sha256', secret.trim(), 'vet-supplies-shop', 'log-names-v1', 32);
    const hash = createHmac('sha256', Buffer.from(key)).update(foldedLogin(login));
    return hash.digest('base64url').slice(0, shownCharacters);
  });
}
