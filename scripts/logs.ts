/**
 * `npm run logs`: reads the shop's log from standard input or files for somebody on the telephone (OPS-03).
 *
 *   docker logs shop | npm run -s logs -- --reference 4f1c09a2b3de
 *   npm run -s logs -- shop.log --customer C10021 --failures
 *   npm run -s logs -- shop.log --slow 1000
 *   npm run -s logs -- shop.log --table
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import {
  isCall,
  matches,
  parseLine,
  summarise,
  tableOf,
  type Filter,
  type LogEntry,
} from './log-lines';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    reference: { type: 'string' },
    customer: { type: 'string' },
    failures: { type: 'boolean', default: false },
    slow: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});

const filter: Filter = {
  ...(values.reference ? { reference: values.reference } : {}),
  ...(values.customer ? { customer: values.customer } : {}),
  ...(values.slow ? { slowerThanMs: Number(values.slow) } : {}),
  failuresOnly: values.failures,
};

async function* lines(): AsyncGenerator<string> {
  const inputs =
    positionals.length > 0 ? positionals.map((file) => createReadStream(file)) : [process.stdin];
  for (const input of inputs) yield* createInterface({ input });
}

const calls: LogEntry[] = [];
let unreadable = 0;
for await (const line of lines()) {
  const entry = parseLine(line);
  if (entry === null) {
    if (line.trim() !== '') unreadable += 1;
    continue;
  }
  if (!matches(entry, filter)) continue;
  if (values.table) {
    if (isCall(entry)) calls.push(entry);
  } else {
    console.log(summarise(entry));
  }
}
if (values.table) console.log(tableOf(calls));
if (unreadable > 0) console.error(`${unreadable} line(s) were no log lines and were passed over`);
