import { expect, it } from 'vitest';
import { routeTable } from '~/base/routing/table';
import { createMetrics } from './metrics';

const outcomes = [
  '200',
  '404',
  '500',
  'timeout',
  'unreachable',
  'invalid-answer',
  'unavailable',
  'overloaded',
  'aborted',
];

it('P-74 /metrics has at most 500 series for any mix of requests and failures', async () => {
  const metrics = createMetrics();
  for (const area of new Set(routeTable.map(({ policy }) => policy.area))) {
    for (const status of [200, 302, 404, 503]) metrics.request(area, status, 0.2);
  }
  for (let number = 0; number < 400; number += 1) {
    for (const outcome of outcomes) {
      metrics.upstreamCall(number % 4 === 0 ? 'search' : 'erp', `GET ${number}`, outcome, 0.2);
    }
  }
  for (const service of ['erp', 'search']) {
    metrics.upstreamState(service, () => 0);
    metrics.upstreamLoad(service, () => ({ inUse: 1, queued: 0 }));
  }
  for (let event = 0; event < 30; event += 1) metrics.count(`event ${event}`);
  const text = await metrics.text();
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(series.length).toBeLessThanOrEqual(500);
  expect(text).toContain('operation="other"');
});

it('P-74 /metrics distinguishes rejected calls from failed ones', async () => {
  const metrics = createMetrics();
  for (const outcome of outcomes) metrics.upstreamCall('erp', 'GET sales', outcome, 0.2);
  const text = await metrics.text();
  const one = 'shop_upstream_calls_total{service="erp",operation="GET sales"';
  expect(text).toContain(`${one},result="answered"} 2`);
  expect(text).toContain(`${one},result="failed"} 7`);
  expect(text).toContain('shop_upstream_outcomes_total{service="erp",outcome="5xx"} 1');
  expect(text).toContain('shop_upstream_outcomes_total{service="erp",outcome="timeout"} 1');
});
