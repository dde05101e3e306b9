/**
 * Certificates of an authority of one's own, as their file has them now (SEARCH_CA_FILE, REDIS_CA_FILE): what renews
 * them exchanges the file while the shop runs. A list of them is given to each client, which reads it at each new
 * connection: its entry is what was read last.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorDetail, type RootLog } from '../observe/logger';
import { fileText } from './secret-files';

/** The files that the settings name, and the lists that hold one text of each. */
export interface Authorities {
  SEARCH_CA_FILE: string | undefined;
  REDIS_CA_FILE: string | undefined;
  searchCa: string[] | undefined;
  redis: { ca?: string[] | undefined } | undefined;
}

const everyMs = 60_000;

const firstLine = '-----BEGIN CERTIFICATE-----';

/** Throws where the first of them is none, or the last: half of one may be there while the file is written. */
function checkCertificates(text: string): void {
  for (const from of [0, text.lastIndexOf(firstLine)])
    void new X509Certificate(text.slice(Math.max(0, from)));
}

/** What the setting's file holds when the shop starts; null, with a fault, where that is no certificate. */
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

/** Throws where the file cannot be read, or holds no certificate. */
function readAgain(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  checkCertificates(text);
  return text;
}

/** Reads them every minute; one that cannot be read stays as it was, which is said once. */
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
