/**
 * Creates a folder and its parents. Node's `recursive` option never returns where creating a folder inside an existing
 * one fails with "not found", as below /proc.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws the system's error. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process has created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
