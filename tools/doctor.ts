/**
 * `npm run doctor` (in the container: `node dist/doctor.js`) checks the configured environment against the live
 * services and prints one line per check with the fix; `--json` prints JSON. Exit code 0: the shop will work; 1:
 * something needs fixing; 78: the configuration is invalid.
 */
import { commandLine } from '../sandbox/command-line';
import { ConfigFault, exitCodeForConfigFault, readConfig } from '../server/config';
import { envFileSlips, hintOfUnreadFile } from '../server/startup/env-file';
import { recordOutcome } from './compatibility/rows';
import { examine, told } from './doctor/examine';
import { warn, type Finding } from './doctor/finding';

const usage = `Usage: npm run doctor -- [--json] [--record]      (in the container: node dist/doctor.js [--json])
  --record   add the result of the search engine to docs/operating/compatibility.json
Exit code 0: the shop will work; 1: something must be mended; 64: usage; 78: the configuration is wrong.`;

function tell(findings: readonly Finding[]): void {
  for (const finding of findings) console.log(told(finding));
}

/** The only product that names itself and its version: `Elasticsearch 8.19.21`. */
function recordEngine(findings: readonly Finding[]): void {
  const ofEngine = findings.filter(({ what }) => what.startsWith('search'));
  const named = ofEngine.find(({ what }) => what === 'search engine')?.text ?? '';
  const [product = '', version = ''] = named.split(' ');
  if (!/^\d/.test(version)) {
    console.error('--record: the search engine does not name its version, so no row was added');
    return;
  }
  const count = (state: string): number => ofEngine.filter((one) => one.state === state).length;
  const result = `${count('ok')} well, ${count('warn')} to look at, ${count('fail')} to mend`;
  const what = 'the doctor’s checks of the search engine';
  recordOutcome({ table: 'engines', product, version, what, result });
}

function sumUp(findings: readonly Finding[], json: boolean): void {
  const count = (state: string): number => findings.filter((one) => one.state === state).length;
  const counts = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
  if (json) console.log(JSON.stringify({ counts, findings }, null, 2));
  else console.log(`\n${counts.ok} well, ${counts.warn} to look at, ${counts.fail} to mend`);
  process.exitCode = counts.fail > 0 ? 1 : 0;
}

const { json, record } = commandLine(usage, {
  options: {
    json: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
}).values;
const ofFile = envFileSlips(process.execArgv);
const withoutSign =
  'a secret without #; that of sessions is replaced as docs/operating/upgrade.md says';
try {
  const config = readConfig(process.env);
  const ofEnvFile = ofFile.map((slip) => warn('settings', slip, withoutSign));
  if (!json) {
    console.error('Each line comes as it is known, those of a slow ERP after some minutes.');
    tell(ofEnvFile);
  }
  const findings = await examine(config, undefined, json ? undefined : tell);
  sumUp([...ofEnvFile, ...findings], json);
  if (record) recordEngine(findings);
} catch (error) {
  if (!(error instanceof ConfigFault)) throw error;
  const faults = [...ofFile, ...error.faults];
  if (json) console.log(JSON.stringify({ faults }, null, 2));
  else
    console.error(
      new ConfigFault(faults).message + hintOfUnreadFile(process.env, process.execArgv),
    );
  process.exitCode = exitCodeForConfigFault;
}
