/** Reads secrets from files: `SESSION_SECRET_FILE=/run/secrets/session` instead of the value in the environment. */
import { readFileSync } from 'node:fs';
import { settingNames, settings, type Setting } from '../settings';

export type Environment = Readonly<Record<string, string | undefined>>;

export const secretNames = settingNames.filter((name) => (settings[name] as Setting).secret);

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Text of the file that a setting names; adds a fault and returns null when it cannot be read or is empty. */
export function fileText(setting: string, file: string, faults: string[]): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text) return text;
    faults.push(`${setting}: ${file} is empty`);
  } catch (error) {
    faults.push(`${setting}: ${file} cannot be read (${reasonOf(error)})`);
  }
  return null;
}

/**
 * Removes the byte order mark that some editors put at the start of an environment file, before the first setting name.
 */
export const withoutMark = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name.replace(/^\uFEFF/, ''), value]),
  );

/** Returns the environment with every `{NAME}_FILE` of a secret replaced by the file's content. */
export function withSecretFiles(environment: Environment, faults: string[]): Environment {
  const read: Record<string, string | undefined> = { ...environment };
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) {
      faults.push(`${name}_FILE: given beside ${name}; give one of them`);
      continue;
    }
    read[name] = fileText(`${name}_FILE`, file, faults) ?? undefined;
    // Prevents a second fault about a missing value.
    if (read[name] === undefined) read[name] = unreadable;
  }
  return read;
}

/**
 * Placeholder for a secret whose file could not be read. The fault is already recorded, so no process starts with it.
 */
export const unreadable = '\u0000';
