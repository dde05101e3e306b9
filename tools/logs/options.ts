/** Parses the options of `npm run logs`; a wrong option prints the usage, not a stack. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { localTime } from '../../server/observe/local-time';
import { withoutSigns } from '../../server/observe/meant-reference';
import { readTime, timeExamples } from './times';

export const usage = `Usage: npm run -s logs -- [FILE …] [options]      (no file, or -: standard input)
  --reference REF    one request: its page and its upstream calls; as read out or pasted, with spaces, capitals, dots;
                     four digits of its beginning or end, or the number of an order, are enough (--ref and -r too)
  --customer WHO     one customer as a timeline in words (-c too): by the number that the ERP has, such as C10021 or 10021;
                     by login or e-mail address where SESSION_SECRET is set or .env has it
  --since TIME       from then on: ${timeExamples}
  --until TIME       up to then; of a day alone, up to its end
  --failures         only what failed
  --outages          consecutive failures of one server as one outage: from, to, calls, requests, customers, reason
  --slow MS          only requests and calls of at least MS milliseconds; with --customer line by line instead of a timeline
  --table            calls by service and path: how many, failed, percentiles
  --no-hits          what customers searched for and did not find
  --only             a file without its rotated ones (shop.log.1, shop.log-20261121.gz)
Times are in Europe/Brussels. Exit code 0: found; 1: nothing found; 2: a file cannot be read, or not whole; 64: usage.`;

export interface Options {
  files: readonly string[];
  reference: string | null;
  customer: string | null;
  sinceMs: number | null;
  untilMs: number | null;
  failures: boolean;
  outages: boolean;
  slowMs: number | null;
  table: boolean;
  noHits: boolean;
  only: boolean;
}

function filled(option: string, typed: string | undefined): string | null {
  if (typed === '') throw new Error(`${option}: expected what to look for`);
  return typed ?? null;
}

/** True for `14:05`, `14h05`, `26/11/2026`, `hier`; no reference or number has such a form. */
const isTime = (typed: string, nowMs: number): boolean =>
  /\d[/:h-]\d|^\p{L}/u.test(typed) && readTime(typed, nowMs) !== null;

/**
 * Rejects a time given as a reference, customer or missing file, and names the right options. A file may have a date as
 * its name.
 */
function refuseTimes(asked: readonly (string | undefined)[], nowMs: number): void {
  const time = asked.find((one) => one !== undefined && isTime(one, nowMs));
  if (time !== undefined)
    throw new Error(
      `${time} is a time: ask with --since "${time}" and --until, and for one customer with --customer too`,
    );
}

/** Throws an error with a message for the user. */
export function readOptions(args: readonly string[], nowMs: number): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      reference: { type: 'string', short: 'r' },
      ref: { type: 'string' },
      customer: { type: 'string', short: 'c' },
      since: { type: 'string' },
      until: { type: 'string' },
      failures: { type: 'boolean', default: false },
      outages: { type: 'boolean', default: false },
      slow: { type: 'string' },
      table: { type: 'boolean', default: false },
      'no-hits': { type: 'boolean', default: false },
      only: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const time = (name: 'since' | 'until'): number | null => {
    const typed = values[name];
    if (typed === undefined) return null;
    const at = readTime(typed, nowMs, name);
    if (at === null) throw new Error(`--${name} ${typed} is no time; examples: ${timeExamples}`);
    return at;
  };
  const elsewhere = positionals.filter((file) => !existsSync(file));
  refuseTimes([values.reference, values.ref, values.customer, ...elsewhere], nowMs);
  const slowMs = values.slow === undefined ? null : Number(values.slow);
  if (slowMs !== null && !(slowMs >= 0))
    throw new Error(`--slow ${values.slow ?? ''} is no number`);
  const [sinceMs, untilMs] = [time('since'), time('until')];
  if (sinceMs !== null && untilMs !== null && untilMs < sinceMs)
    throw new Error(`--until ${localTime(untilMs)} is before --since ${localTime(sinceMs)}`);
  return {
    files: positionals.filter((file) => file !== '-'),
    reference: filled('--reference', (values.reference ?? values.ref)?.trim()),
    customer: filled('--customer', values.customer && withoutSigns(values.customer)),
    sinceMs,
    untilMs,
    failures: values.failures,
    outages: values.outages,
    slowMs,
    table: values.table,
    noHits: values['no-hits'],
    only: values.only,
  };
}

/** The search criteria, for the message "Nothing found". */
export function askedFor(options: Options): string {
  const said = [
    options.reference === null ? null : `reference ${options.reference}`,
    options.customer === null ? null : `customer ${options.customer}`,
    options.noHits ? 'searches without hits' : null,
    options.table ? 'calls' : null,
    options.failures ? 'failures' : null,
    options.outages ? 'outages' : null,
    options.slowMs === null ? null : `at least ${options.slowMs} ms`,
    options.sinceMs === null ? null : `since ${localTime(options.sinceMs)}`,
    options.untilMs === null ? null : `until ${localTime(options.untilMs)}`,
  ].filter((one) => one !== null);
  return said.length > 0 ? said.join(', ') : 'any line';
}

/** Hint for input that is no log of the shop. */
export const noLine = '\nThe input has no log line of the shop.';

const byNumber = 'ask by the number that the ERP has, such as C10021';

/** Hint for a search by a person's name. */
export const noNames = `\nNames of people are not in the log, for their privacy: ${byNumber}, by login or e-mail address (--customer), by the number of an order (--reference), or by time (--since, --until).`;

/** Hint for a search by login without the secret for its hash. */
export const withoutSecret = `\nA login is in the log as a hash keyed with SESSION_SECRET: ask where that is set or .env has it, or ${byNumber}; names of people are not in it.`;

/** Hint for a login that no line maps to a number. */
export const notKnown = `\nNo line here maps this login to a customer number. The shop logs that mapping once an hour for each active customer. Read more of the log, or ${byNumber}; names of people are not in it.`;
