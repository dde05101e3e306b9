/**
 * Creates a folder and its parents. Node's `recursive` option never returns where creating a folder inside an existing
 * one fails with "not found", as below /proc.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the folder and its parents. Throws the system's error. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Ignores the error when another process has created the folder meanwhile.
    if (!existsSync(path)) throw error;
  }
}
