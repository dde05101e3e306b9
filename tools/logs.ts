/**
 * `npm run logs`: reads the shop's log from standard input or files while a customer is on the telephone (OPS-03).
 *
 *   docker compose --profile shop logs shop | npm run -s logs -- --reference 4f1c09a2b3de
 *   npm run -s logs -- shop.log --customer C10021 --since 08:00
 *   npm run -s logs -- shop.log --customer vet@clinic.example
 *   npm run -s logs -- shop.log --failures --table
 */
import type { Readable } from 'node:stream';
import { slipOf } from '../sandbox/command-line';
import { isCall, namesOf, parseLine, type LogEntry } from '../server/observe/log-entry';
import { hashLogin } from '../server/observe/known-as';
import { inWords } from '../server/observe/in-words';
import {
  asNumber,
  interpretReference,
  listPossibleReferences,
  preferOwnFormat,
  sameNumber,
} from '../server/observe/meant-reference';
import { fileFault } from './file-faults';
import { addCall, matches, summarise, tableOf, type Calls, type Filter } from './log-lines';
import { linesOf, openInput, openLog, withRotated, type Sought } from './logs/files';
import { Found } from './logs/heard';
import { InOrder } from './logs/in-order';
import { isNumber, kept, numberIn, sessionSecret } from './logs/known-customer';
import {
  askedFor,
  noLine,
  noNames,
  notKnown,
  readOptions,
  usage,
  withoutSecret,
  type Options,
} from './logs/options';
import { localTime } from '../server/observe/local-time';
import { Outages } from './logs/outages';
import { missedIn, missedTable, type MissedText } from './missed-searches';

const standardInput = 'standard input';
const found = 0;
const nothingFound = 1;
const unreadableFile = 2;
const wrongUsage = 64;

/** Matches every line of a failure, and some other lines. In a container log the quotes of a line are escaped. */
const ofFailures =
  /"(?:warn|error|fatal)\\?"|"(?:status|answer)\\?": ?[45]|(?:upstream|dependency)\.back|store\.found/g;
/** Includes successful calls: they show that a server was available between two failures. */
const ofOutages = new RegExp(`${ofFailures.source}|\\.called\\\\?"`, 'g');

/** The search to run over the inputs, with the customer resolved to numbers. */
interface Question extends Options {
  inputs: readonly Input[];
  /** Customer numbers to match, any of them; empty: lines of every customer. */
  numbers: readonly string[];
  /** Advice that follows "Nothing found" if the search text may be a login or a name. */
  hint: string;
  /** True if the inputs can be read a second time, to look up the request of an order number. */
  isReadAgain: boolean;
}

/** Text as JSON escapes it in a line. */
const asWritten = (text: string): string => JSON.stringify(text).slice(1, -1);

/** All spellings in which a log line may contain the number, escaped as in JSON. */
function spellingsOf(wanted: string, meant = listPossibleReferences(wanted)): string[] {
  const capital = (one: string): string => one.charAt(0).toUpperCase() + one.slice(1);
  const upper = meant.map((one) => one.toUpperCase());
  return [wanted, ...meant, ...meant.map(capital), ...upper].map(asWritten);
}

/** Trailing digits, without separators; every spelling of the number in a line contains them. */
const digitsOf = (wanted: string): string[] => /(?<!\d)\d+$/.exec(asNumber(wanted)) ?? [];

/** Texts of which a relevant line contains at least one, in any spelling; null if every line may be relevant. */
function soughtIn({
  reference,
  numbers,
  failures,
  outages,
  table,
  noHits,
  files,
}: Question): Sought | null {
  if (reference === null && numbers.length > 0)
    return [...new Set(numbers.flatMap((one) => [...spellingsOf(one), ...digitsOf(one)]))];
  if (reference === null) {
    if (noHits) return ['search.missed'];
    if (failures) return ofFailures;
    if (outages) return ofOutages;
    return table ? ['.called"', '.called\\"'] : null;
  }
  const meant = listPossibleReferences(reference);
  // The shop's own references have a single spelling, lower-case hexadecimal, so a file is searched for one text
  // instead of several.
  const own = preferOwnFormat(meant);
  const isOwn = own !== meant;
  if (isOwn && files.length > 0) return own;
  // Standard input can be read only once, so the same pass also searches for similar and for partly dictated
  // references.
  const parts = interpretReference(reference).parts.map(asWritten);
  const whole = isOwn ? own : spellingsOf(reference, meant);
  return [...parts, ...new Set(whole.filter((one) => !parts.some((part) => one.includes(part))))];
}

const filterOf = (options: Question): Filter => ({
  ...(options.reference === null
    ? {}
    : { references: preferOwnFormat(listPossibleReferences(options.reference)) }),
  ...(options.numbers.length === 0 ? {} : { isCustomer: sameNumber(options.numbers) }),
  ...(options.slowMs === null ? {} : { slowerThanMs: options.slowMs }),
  ...(options.sinceMs === null ? {} : { sinceMs: options.sinceMs }),
  ...(options.untilMs === null ? {} : { untilMs: options.untilMs }),
  failuresOnly: options.failures,
});

/**
 * True for a customer's timeline, unless other options ask for raw lines. It shows no calls and no durations of
 * successes.
 */
const tellsStory = ({ customer, reference, failures, outages, slowMs }: Options): boolean =>
  customer !== null && reference === null && !failures && !outages && slowMs === null;

function shown(entry: LogEntry, options: Options): string | null {
  if (!tellsStory(options)) return summarise(entry, localTime(entry.time));
  const words = inWords(entry);
  if (words === null) return null;
  return `${localTime(entry.time)}  ${(entry.reference ?? '').padEnd(12)}  ${words}`;
}

interface Input {
  /** File to read; null for standard input. */
  file: string | null;
  open: () => Readable | Promise<Readable>;
}

/** Read errors by file name; the other files are still read. */
type Faults = Map<string, string>;

async function* linesOfInput(
  { file, open }: Input,
  sought: Sought | null,
  faults: Faults,
  seen?: (block: Buffer) => void,
): AsyncGenerator<string> {
  try {
    yield* linesOf(await open(), sought, seen);
  } catch (error) {
    const name = file ?? standardInput;
    faults.set(name, fileFault(error, name));
  }
}

function inputsOf({ files, only, ...bounds }: Options): Input[] {
  if (files.length === 0) return [{ file: null, open: () => openInput(process.stdin) }];
  return files
    .flatMap((file) => (only ? [file] : withRotated(file)))
    .map((file) => ({ file, open: () => openLog(file, bounds) }));
}

/** Returns the customer numbers that any log line, of any time, assigns to a login or an e-mail address. */
async function numbersOf(login: string, secret: string, files: readonly string[]) {
  const names = hashLogin(secret, login);
  const numbers = new Set<string>();
  for (const file of files) {
    const open = () => openLog(file, { sinceMs: null, untilMs: null });
    for await (const line of linesOfInput({ file, open }, names, new Map())) {
      const number = numberIn(line, names);
      if (number !== null) numbers.add(number);
    }
  }
  if (numbers.size > 0) console.error(`Interpreted as customer ${[...numbers].join(', ')}`);
  return [...numbers];
}

/**
 * Resolves the options. Stores standard input in a file if two passes are needed: the first resolves the customer or
 * the order.
 */
async function questionOf(options: Options): Promise<Question> {
  const { customer, reference, files } = options;
  const isLogin = customer !== null && !isNumber(customer);
  const secret = isLogin ? sessionSecret() : null;
  const isTwice = secret !== null || (reference !== null && isNumber(reference));
  const input = isTwice && files.length === 0 ? await kept(process.stdin) : null;
  const inputs: Input[] =
    input === null ? inputsOf(options) : [{ file: null, open: () => openLog(input, options) }];
  const numbers = customer === null ? [] : [customer];
  if (customer !== null && secret !== null) {
    const read = input === null ? inputs.flatMap(({ file }) => file ?? []) : [input];
    numbers.push(...(await numbersOf(customer, secret, read)));
  }
  const isName = reference !== null && !/\d|^[a-f]+$/i.test(reference);
  const hint = isLogin ? (secret === null ? withoutSecret : notKnown) : isName ? noNames : '';
  return { ...options, inputs, numbers, hint, isReadAgain: files.length > 0 || input !== null };
}

async function search(options: Question): Promise<number> {
  const { files, inputs } = options;
  const filter = filterOf(options);
  const sought = soughtIn(options);
  const calls: Calls = new Map();
  const missed: MissedText[] = [];
  const outages = new Outages();
  const customers = new Set<string>();
  let lines = 0;
  let unreadable = 0;
  const heard = options.reference === null ? null : new Found(options.reference);
  const anyReference = filterOf({ ...options, reference: null });
  const faults: Faults = new Map();
  let isOfShop = false;
  const seen = (block: Buffer): void => void (isOfShop ||= block.includes('"event'));
  const isFew = options.customer !== null || (sought !== null && files.length > 1);
  const inOrder = isFew ? new InOrder(files.length === 0) : null;
  for (const input of inputs)
    for await (const line of linesOfInput(input, sought, faults, seen)) {
      const entry = parseLine(line);
      if (entry === null) unreadable += line.trim() === '' ? 0 : 1;
      else if (matches(entry, filter)) {
        const isGathered = options.table || options.noHits || options.outages;
        const text = isGathered ? null : shown(entry, options);
        if (options.outages) outages.add(entry);
        else if (options.noHits) missed.push(...missedIn(line));
        else if (options.table && isCall(entry)) addCall(calls, entry);
        else if (text !== null && inOrder) inOrder.add(entry.time, text);
        else if (text !== null) console.log(text);
        else continue;
        lines += 1;
        if (entry.customer !== null) customers.add(entry.customer);
      } else if (heard && matches(entry, anyReference)) heard.add(entry);
    }
  inOrder?.print();
  for (const fault of faults.values()) console.error(fault);
  const exitCode = (code: number): number => (faults.size > 0 ? unreadableFile : code);
  const told = outages.told();
  if (options.outages) lines = told.length;
  if (unreadable > 0) console.error(`${unreadable} line(s) are not log lines and were ignored`);
  if (lines > 0) {
    if (options.noHits) console.log(missedTable(missed));
    for (const outage of told) console.log(outage);
    if (options.table) console.log(tableOf(calls));
    if (options.customer !== null && customers.size > 1)
      console.error(`These are lines of several customers: ${[...customers].join(', ')}`);
    return exitCode(found);
  }
  // The first pass searched for the exact reference only.
  if (heard && files.length > 0 && heard.parts.length === 0)
    for (const input of inputs)
      for await (const line of linesOfInput(input, heard.sought, faults)) {
        const entry = parseLine(line);
        if (entry && !matches(entry, filter) && matches(entry, anyReference)) heard.add(entry);
      }
  if (heard && heard.parts.length > 0) return exitCode(await showParts(heard, options));
  const names = files.length > 0 ? files : [standardInput];
  const where = names.filter((name) => !faults.has(name)).join(', ');
  const more = (heard?.toldNear() ?? '') + options.hint + (isOfShop ? '' : noLine);
  if (where !== '') console.error(`Nothing found: ${askedFor(options)} in ${where}${more}`);
  return exitCode(nothingFound);
}

/**
 * Displays the result for a partial reference or an order number. One match: the lines of that request and, for an
 * order, other lines that name it, such as earlier tries. Several matches: their list.
 */
async function showParts(heard: Found, options: Question): Promise<number> {
  const [one, ...others] = heard.parts;
  if (!one || others.length > 0) {
    console.log(heard.toldParts());
    return found;
  }
  const { reference, entries, order } = one;
  const show = (entry: LogEntry): void => console.log(summarise(entry, localTime(entry.time)));
  console.error(`Interpreted as ${one.summary}`);
  if (!options.isReadAgain) {
    entries.forEach(show);
    return found;
  }
  const code = await search({ ...options, reference });
  const elsewhere = entries.filter((entry) => !namesOf(entry).includes(reference.toLowerCase()));
  if (order === null || elsewhere.length === 0) return code;
  console.error(`Other lines that name order ${order}, by time:`);
  elsewhere.sort((a, b) => Date.parse(a.time) - Date.parse(b.time)).forEach(show);
  return code;
}

async function run(): Promise<number> {
  let options: Options | 'help';
  try {
    options = readOptions(process.argv.slice(2), Date.now());
  } catch (error) {
    console.error(`${slipOf(error)}\n\n${usage}`);
    return wrongUsage;
  }
  if (options === 'help') {
    console.log(usage);
    return found;
  }
  if (options.files.length === 0 && process.stdin.isTTY)
    console.error(`Waits for log lines on ${standardInput}, up to Ctrl-D. Usage: --help`);
  try {
    return await search(await questionOf(options));
  } catch (error) {
    console.error(fileFault(error, options.files.join(', ')));
    return unreadableFile;
  }
}

// A reader such as `head` closes the pipe when it has enough lines.
process.stdout.on('error', () => process.exit(found));
process.exitCode = await run();
