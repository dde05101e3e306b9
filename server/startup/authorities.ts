/**
 * Certificates of a private certificate authority (SEARCH_CA_FILE, REDIS_CA_FILE), reloaded while the shop runs. Each
 * client gets an array with one text and reads it at every new connection. A renewal replaces the file; this module
 * then replaces the entry of the array.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorDetail, type RootLog } from '../observe/logger';
import { fileText } from './secret-files';

/** The files that the settings name, and the arrays with the content of each. */
interface Authorities {
  SEARCH_CA_FILE: string | undefined;
  REDIS_CA_FILE: string | undefined;
  searchCa: string[] | undefined;
  redis: { ca?: string[] | undefined } | undefined;
}

const everyMs = 60_000;

const firstLine = '-----BEGIN CERTIFICATE-----';

/**
 * Throws when the first or the last certificate is invalid: a file that is still being written may end in half a
 * certificate.
 */
function checkCertificates(text: string): void {
  for (const from of [0, text.lastIndexOf(firstLine)])
    void new X509Certificate(text.slice(Math.max(0, from)));
}

/** Reads the setting's file at startup; adds a fault and returns null when it holds no certificate. */
export function authorityOf(setting: string, file: string, faults: string[]): string | null {
  const text = fileText(setting, file, faults);
  if (text === null) return null;
  try {
    checkCertificates(text);
    return text;
  } catch {
    faults.push(`${setting}: ${file} holds no certificate; expected a text with ${firstLine}`);
    return null;
  }
}

/** Throws when the file cannot be read or holds no certificate. */
function readAgain(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  checkCertificates(text);
  return text;
}

/**
 * Rereads the files every minute. When a file cannot be read, its last content stays in use and one warning is logged.
 */
export function followAuthorities(
  { SEARCH_CA_FILE, REDIS_CA_FILE, searchCa, redis }: Readonly<Authorities>,
  log: Pick<RootLog, 'info' | 'warn'>,
): { stop(): void } {
  const ill = new Set<string>();
  const look = (name: string, file?: string, certificates?: string[]): void => {
    if (file === undefined || !certificates) return;
    try {
      const text = readAgain(file);
      ill.delete(name);
      if (certificates[0] === text) return;
      certificates[0] = text;
      log.info({ event: 'authority.read', detail: name }, 'its certificates have changed');
    } catch (error) {
      if (ill.has(name)) return;
      ill.add(name);
      const detail = `${name}: ${errorDetail(error)}`;
      log.warn({ event: 'authority.unreadable', detail }, 'its certificates stay as they were');
    }
  };
  const timer = setInterval(() => {
    look('SEARCH_CA_FILE', SEARCH_CA_FILE, searchCa);
    look('REDIS_CA_FILE', REDIS_CA_FILE, redis?.ca);
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
