/** Secrets from files: `SESSION_SECRET_FILE=/run/secrets/session` instead of the value itself in the environment. */
import { readFileSync } from 'node:fs';
import { settingNames, settings, type Setting } from '../settings';

export type Environment = Readonly<Record<string, string | undefined>>;

export const secretNames = settingNames.filter((name) => (settings[name] as Setting).secret);

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Text of a file named by a setting; null, with a fault, when it cannot be read or is empty. */
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

/** A file of settings that was saved with a byte order mark has it before the name of its first one. */
export const withoutMark = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name.replace(/^\uFEFF/, ''), value]),
  );

/** The environment with every `{NAME}_FILE` of a secret replaced by what the file holds. */
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
    // A fault of the file is said once, not again as a missing value.
    if (read[name] === undefined) read[name] = unreadable;
  }
  return read;
}

/** Stands for a secret whose file could not be read; the fault is known, and no process starts with it. */
export const unreadable = '\u0000';
