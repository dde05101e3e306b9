/** The whole examination of a configuration (CFG-08), and how it is told. */
import type { Config } from '../../server/config';
import { examineBackOffice } from './back-office';
import { warn, type Finding } from './finding';
import { examineIdentity } from './identity';
import { examineSearch } from './search-index';
import { examineStore } from './session-store';

const systemTime = (): Date => new Date();

function ownSettings(config: Config): Finding[] {
  const findings = config.warnings
    // Both files may be left out: the environment alone is a whole configuration.
    .filter((text) => !text.endsWith('is missing, skipped'))
    .map((text) => warn('settings', text, 'see docs/operating/settings.md'));
  const { hostname, protocol } = new URL(config.PUBLIC_URL);
  const local = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (protocol === 'http:' && !local)
    findings.push(warn('settings', 'PUBLIC_URL is plain http', 'https, or cookies are not Secure'));
  if (protocol === 'https:' && config.TRUST_PROXY === 0)
    findings.push(
      warn('settings', 'TRUST_PROXY is 0 behind https', 'its number of proxies, for rate limits'),
    );
  return findings;
}

export async function examine(config: Config, now: () => Date = systemTime): Promise<Finding[]> {
  const parts = await Promise.all([
    examineBackOffice(config, now),
    examineSearch(config, now),
    examineIdentity(config, now),
    examineStore(config, now),
  ]);
  return [...ownSettings(config), ...parts.flat()];
}

/** `FAIL  search products_nl_be   answers 404 → how to mend it`. */
export function told({ what, state, text, mend }: Finding): string {
  const sign = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' }[state];
  return `${sign}  ${what.padEnd(34)} ${text}${mend ? ` → ${mend}` : ''}`;
}
