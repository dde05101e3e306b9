/**
 * `npx tsx tools/prometheus-rule.ts`: writes the alerts of deploy/prometheus/alerts.yml as a resource of the Prometheus
 * operator. A test checks that the committed file equals this output.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { isCommand } from './is-command';

export const ruleFile = 'deploy/kubernetes/prometheus-rule.yaml';

export function prometheusRule(): string {
  const spec: unknown = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8'));
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'shop' },
    spec,
  };
  const head = '# Written from deploy/prometheus/alerts.yml by npx tsx tools/prometheus-rule.ts.\n';
  return head + stringify(resource, { lineWidth: 0 });
}

if (isCommand(import.meta.url)) writeFileSync(ruleFile, prometheusRule());
