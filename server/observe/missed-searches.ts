/**
 * Searches without results, for the category manager: a day's most frequent texts that several sessions entered, never
 * with a customer.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../context';
import type { RootLog } from './logger';
import type { Metrics } from './metrics';

const fewestSessions = 5;
const mostReported = 50;
const mostTexts = 5_000;
const longestText = 80;
/** Limit over all texts, about 5 MB; sessions beyond it are not counted individually. */
const usualSessions = 50_000;
const dayMs = 86_400_000;

/** Whether the text may be personal: an address, a telephone number, a customer's reference. */
const isPersonal = (text: string): boolean => /@|\d[\d\s./-]{4,}\d/.test(text);

export interface MissedSearches {
  /** `session` is hashed at once. */
  note(locale: string, text: string, session: string): void;
  /** Logs one line with the searches of the day and resets the counts. */
  report(): void;
  stop(): void;
}

interface Missed {
  times: number;
  sessions: Set<string>;
}

export function createMissedSearches(options: {
  log: RootLog;
  metrics: Pick<Metrics, 'count'>;
  clock: Clock;
  /** Maximum number of sessions counted individually in a day, over all texts. */
  mostSessions?: number;
}): MissedSearches {
  const { log, metrics, clock, mostSessions = usualSessions } = options;
  const salt = randomBytes(16);
  let missed = new Map<string, Missed>();
  let since = clock.now().getTime();
  let told = 0;

  function report(): void {
    const frequent = [...missed]
      .filter(([, { sessions }]) => sessions.size >= fewestSessions)
      .sort(([, left], [, right]) => right.sessions.size - left.sessions.size)
      .slice(0, mostReported)
      .map(([key, { times, sessions }]) => {
        const [locale, text] = key.split('\n');
        return { locale, text, sessions: sessions.size, times };
      });
    missed = new Map();
    told = 0;
    since = clock.now().getTime();
    if (frequent.length === 0) return;
    log.info({ event: 'search.missed', searches: frequent }, 'frequent searches without hits');
  }

  const timer = setInterval(() => {
    if (clock.now().getTime() - since >= dayMs) report();
  }, 600_000);
  timer.unref();

  return {
    report,
    note(locale, typed, session) {
      metrics.count('search.no_hits');
      if (clock.now().getTime() - since >= dayMs) report();
      const text = typed.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
      if (text === '' || text.length > longestText || isPersonal(text)) return;
      const key = `${locale}\n${text}`;
      const known = missed.get(key) ?? { times: 0, sessions: new Set<string>() };
      if (!missed.has(key) && missed.size >= mostTexts) return;
      known.times += 1;
      missed.set(key, known);
      if (told >= mostSessions) return;
      const before = known.sessions.size;
      known.sessions.add(createHash('sha256').update(salt).update(session).digest('base64url'));
      told += known.sessions.size - before;
    },
    stop() {
      clearInterval(timer);
      report();
    },
  };
}
