/**
 * `npm run doctor` (in the container: `node dist/doctor.js`): examines the configuration in the environment
 * against the live services, one line each with how to mend it. Exit code 0: the shop will work; 1: something
 * must be mended; 78: the configuration itself is wrong.
 */
import { ConfigFault, exitCodeForConfigFault, readConfig } from '../server/config';
import { examine, told } from './doctor/examine';

try {
  const findings = await examine(readConfig(process.env));
  for (const finding of findings) console.log(told(finding));
  const count = (state: string): number => findings.filter((one) => one.state === state).length;
  console.log(`\n${count('ok')} well, ${count('warn')} to look at, ${count('fail')} to mend`);
  process.exitCode = count('fail') > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof ConfigFault)) throw error;
  console.error(error.message);
  process.exitCode = exitCodeForConfigFault;
}
