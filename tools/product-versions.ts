/** Versions of the products that a proof starts, as the products report them. */
import { execFileSync } from 'node:child_process';
import { VERSION } from '../tests/support/keycloak/distribution';

/** First version number that the command prints; null if the program is missing. Some programs print to stderr. */
function versionOf(command: string, args: readonly string[]): string | null {
  try {
    const said = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', command, ...args]).toString();
    return /\d{1,4}\.\d{1,4}(?:\.\d{1,4})?/.exec(said)?.[0] ?? null;
  } catch {
    return null;
  }
}

export const redisVersion = (): string | null => versionOf('redis-server', ['--version']);
export const keycloakVersion = (): string => VERSION;
