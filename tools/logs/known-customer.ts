/**
 * Finds customers by login or e-mail address, which log lines hold hashed with SESSION_SECRET
 * (server/observe/known-as.ts).
 */
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { objectOf } from '../../server/observe/log-entry';
import { asNumber } from '../../server/observe/meant-reference';
import { fileText } from '../../server/startup/secret-files';

const Line = z.object({
  event: z.literal('customer.known_as'),
  customer: z.string(),
  names: z.array(z.string()),
});

/** True for the number of a customer or an order: digits after at most three letters. */
export const isNumber = (typed: string): boolean =>
  /\d/.test(typed) && /^\p{L}{0,3}\d+$/u.test(asNumber(typed));

/**
 * From the environment, else from `.env` in the current folder; null if neither has it. Throws if its file cannot be
 * read.
 */
export function sessionSecret(): string | null {
  const here = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const { SESSION_SECRET: secret, SESSION_SECRET_FILE: file } = { ...here, ...process.env };
  if (secret?.trim()) return secret;
  if (!file?.trim()) return null;
  const faults: string[] = [];
  const text = fileText('SESSION_SECRET_FILE', file, faults);
  if (faults.length > 0) throw new Error(faults.join('; '));
  return text;
}

/** The customer number that a line assigns to one of the hashed names. */
export function numberIn(line: string, names: readonly string[]): string | null {
  const { data } = Line.safeParse(objectOf(line));
  return data?.names.some((name) => names.includes(name)) ? data.customer : null;
}

/** Copies standard input to a file for a second pass; deletes it at process exit. */
export async function kept(input: Readable): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-logs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'input');
  await pipeline(input, createWriteStream(file));
  return file;
}
