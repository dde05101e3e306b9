/** Checks a whole configuration (CFG-08) and formats the report. */
import type { Config } from '../../server/config';
import { isLoopback } from '../../server/http/support/support-page';
import { ofHost, findPortFault } from '../../server/startup/free-ports';
import { examineCollector } from './collector';
import { examineErp } from './erp-calls';
import { fail, ok, warn, type Finding } from './finding';
import { examineIdentity } from './identity';
import { examineSearch } from './search-index';
import { examineStore } from './session-store';

const systemTime = (): Date => new Date();

/** Guides the operator through replacing the secret (docs/operating/upgrade.md). */
function ofSecrets(config: Config): Finding[] {
  const what = 'settings SESSION_SECRET';
  const count = config.SESSION_SECRET.split(',').length;
  const lost = config.SESSION_SECRET_LOST
    ? [
        warn(
          what,
          'SESSION_SECRET_LOST is set: the shop discards documents that no listed secret opens',
          'false, once customers have come back',
        ),
      ]
    : [];
  if (count === 1)
    return [...lost, ok(what, 'one; to replace it set OLD,NEW everywhere, then NEW,OLD, then NEW')];
  const text = `${count} are listed: the first seals, any opens`;
  const mend =
    'NEW,OLD once every instance lists both; NEW alone ten days later, when no session is sealed with the old';
  return [...lost, warn(what, text, mend)];
}

function ownSettings(config: Config): Finding[] {
  const findings = config.warnings.map((text) =>
    warn('settings', text, 'see docs/operating/settings.md'),
  );
  const { hostname, protocol } = new URL(config.PUBLIC_URL);
  const local = /^(localhost|127\.|\[::1\])/.test(hostname);
  if (protocol === 'http:' && !local)
    findings.push(warn('settings', 'PUBLIC_URL is plain http', 'https, or cookies are not Secure'));
  if (protocol === 'https:' && config.TRUST_PROXY === 0)
    findings.push(
      warn('settings', 'TRUST_PROXY is 0 behind https', 'its number of proxies, for rate limits'),
    );
  const named = new URL(config.PUBLIC_URL).port || (protocol === 'http:' ? '80' : '443');
  if (local && config.TRUST_PROXY === 0 && named !== String(config.PORT))
    findings.push(
      warn(
        'settings',
        `PUBLIC_URL names port ${named}, and the shop listens on ${config.PORT}: every page requested there returns 421`,
        `set the port of PUBLIC_URL to the one that browsers use, unless port ${named} is forwarded to ${config.PORT}`,
      ),
    );
  return findings;
}

/** Reports a METRICS_HOST that the shop rejects at start, or one without a support page. */
async function ofMetrics(config: Config): Promise<Finding[]> {
  const { METRICS_PORT: port, METRICS_HOST: host, SUPPORT_PASSWORD: password } = config;
  if (port === undefined) return [];
  // Any free port: the shop itself may be listening on its own.
  const why = ofHost[(await findPortFault(0, host)) ?? ''];
  const what = 'settings METRICS_HOST';
  if (why !== undefined)
    return [fail(what, `${host}: ${why}; the shop does not start`, '127.0.0.1, or 0.0.0.0')];
  if (password !== undefined || isLoopback(host)) return [];
  const text = `${host} is not this machine alone, and there is no SUPPORT_PASSWORD: no support page`;
  return [warn(what, text, 'SUPPORT_PASSWORD, where support is to have that page')];
}

/**
 * Calls `hear` with the findings of each part as soon as they are known. Resolves with all findings in a fixed order.
 */
export async function examine(
  config: Config,
  now: () => Date = systemTime,
  hear: (findings: readonly Finding[]) => void = () => undefined,
): Promise<Finding[]> {
  const parts = [
    Promise.resolve([...ownSettings(config), ...ofSecrets(config)]),
    examineErp(config, now),
    examineSearch(config, now),
    examineIdentity(config, now),
    examineStore(config, now),
    ofMetrics(config),
    examineCollector(config, now),
  ].map(async (part) => {
    const findings = await part;
    hear(findings);
    return findings;
  });
  return (await Promise.all(parts)).flat();
}

/** Formats a line such as `FAIL  search products_nl_be   answers 404 → how to mend it`. */
export function told({ what, state, text, mend }: Finding): string {
  const sign = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' }[state];
  return `${sign}  ${what.padEnd(34)} ${text}${mend ? ` → ${mend}` : ''}`;
}
