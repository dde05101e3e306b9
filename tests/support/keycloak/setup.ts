/**
 * Vitest's global set-up for provider tests: starts the Keycloak of the run once, prints one line, and always stops it;
 * if it cannot start, prints the reason and the tests are skipped.
 */
import type { TestProject } from 'vitest/node';
import { createAdministrator } from './admin';
import { missingTools, VERSION } from './distribution';
import { startKeycloak, type KeycloakProcess } from './server-process';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's Keycloak; null if there is none. */
    keycloakUrl: string | null;
  }
}

const say = (line: string): void => void process.stdout.write(`provider: ${line}\n`);

async function start(): Promise<KeycloakProcess | null> {
  const missing = await missingTools();
  if (missing) {
    say(`skipped: no live Keycloak: ${missing}`);
    return null;
  }
  try {
    const keycloak = await startKeycloak();
    await createAdministrator(keycloak.url).makeRealm();
    say(`live Keycloak ${VERSION} at ${keycloak.url}`);
    return keycloak;
  } catch (error) {
    say(`skipped: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keycloak = await start();
  project.provide('keycloakUrl', keycloak?.url ?? null);
  return async () => keycloak?.stop();
}
