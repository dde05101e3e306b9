/**
 * `npm run tool -- sizing --customers N`: calculates how many instances and how many ERP workers that many customers
 * need on a busy day. Exits with 0, or with 64 and the usage.
 */
import { commandLine } from '../sandbox/command-line';
import { above0 } from '../tools/number-option';
import { sizeFor, usualDemand, type Demand, type Size } from './sizing/model';

const usage = `Usage: npm run tool -- sizing --customers N [options]
  --customers N        customers who use the shop on a busy day
  --pages N            pages of one visit (${usualDemand.pagesPerVisit})
  --peak-share SHARE   share of the visits in the busiest hour (${usualDemand.peakShare})
  --burst FACTOR       the busiest minute against the mean of its hour (${usualDemand.burst})
  --erp-ms MS          one call of the ERP while it has nothing else to do (${usualDemand.erpMs})
  --json               as JSON`;

const { values } = commandLine(usage, {
  options: {
    customers: { type: 'string', default: '' },
    pages: { type: 'string', default: String(usualDemand.pagesPerVisit) },
    'peak-share': { type: 'string', default: String(usualDemand.peakShare) },
    burst: { type: 'string', default: String(usualDemand.burst) },
    'erp-ms': { type: 'string', default: String(usualDemand.erpMs) },
    json: { type: 'boolean', default: false },
  },
});

function numberOf(option: Exclude<keyof typeof values, 'json'>, most?: number): number {
  const typed = values[option];
  // A person may write 5.000 for five thousand, but a program reads five.
  if (/^[1-9]\d{0,2}(\.\d{3})+$/.test(typed))
    throw new Error(`--${option}: ${typed} may be read in two ways; write it without the dot`);
  return above0(`--${option}`, typed, most);
}

const readDemand = (): Demand => ({
  customers: numberOf('customers'),
  pagesPerVisit: numberOf('pages'),
  peakShare: numberOf('peak-share', 1),
  burst: numberOf('burst'),
  erpMs: numberOf('erp-ms'),
});

function report(demand: Demand, size: Size): string {
  const round = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
  return [
    `${demand.customers} customers: ${round(size.pagesPerSecond)} pages a second in the busiest minute`,
    `instances    ${size.instances} of one core and 512 MB, of which one may be away`,
    `             then ${Math.round(size.load * 100)} % busy; 19 of 20 pages wait ${round(size.longWaitMs)} ms at most for the processor`,
    `ERP workers  ${size.erpWorkers} for ${round(size.erpCallsPerSecond)} calls a second of ${demand.erpMs} ms`,
    `             19 of 20 calls wait ${round(size.longWorkerWaitMs)} ms at most for a worker`,
    ...(size.instances > 1 ? ['store        Redis: more than one instance (REDIS_URL)'] : []),
  ].join('\n');
}

try {
  const demand = readDemand();
  const size = sizeFor(demand);
  console.log(values.json ? JSON.stringify(size, null, 2) : report(demand, size));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 64;
}
