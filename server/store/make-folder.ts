/**
 * A folder and those above it. Node's own `recursive` never comes back where the system says of a folder that is there
 * that none can be made in it as "not found": below /proc.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws the system's own error. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
