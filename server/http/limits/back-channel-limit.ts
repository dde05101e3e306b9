/**
 * Limits anonymous calls to the address that the identity provider posts to (AUTH-11). Rejected calls are counted by
 * network (P-61); a network with too many is rejected before its body is read. The provider's own calls are not
 * rejected, so that it can end ten thousand sessions in a row.
 */
import { Router, type RequestHandler } from 'express';
import { backChannelPath } from '../../auth/paths';
import type { Config } from '../../config';
import type { RootLog } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import type { Counters } from '../../store/counters';
import { asyncHandler } from '../locals';
import { referenceOf } from '../request-id';
import { hashOf, networkOf, siteOf } from './network';

const refusedPerMinute = 30;

export function limitBackChannelCalls(options: {
  config: Pick<Config, 'RATE_LIMITS'>;
  counters: Counters;
  log: RootLog;
  metrics: Pick<Metrics, 'count'>;
}): RequestHandler {
  const { config, counters, log, metrics } = options;
  const router = Router();
  if (config.RATE_LIMITS === 'off') return router;
  const refused = counters.counter({
    name: 'back-channel',
    limit: Math.max(1, Math.round(refusedPerMinute * config.RATE_LIMITS)),
    windowSeconds: 60,
  });
  router.post(
    backChannelPath,
    asyncHandler(async (request, response, next) => {
      const ip = request.ip ?? '';
      const network = hashOf(siteOf(ip) ?? networkOf(ip));
      const seconds = await refused.waitSeconds(network);
      if (seconds !== null) {
        metrics.count('security.rate_limited');
        log.warn(
          {
            event: 'security.rate_limited',
            reference: referenceOf(response),
            rule: 'back-channel',
            by: 'address',
            seconds,
          },
          'security event',
        );
        response.setHeader('Retry-After', String(seconds)).setHeader('Cache-Control', 'no-store');
        response.status(429).json({ error: 'too-many-requests' });
        return;
      }
      response.once('close', () => {
        if (response.statusCode < 400 || response.statusCode >= 500) return;
        // When the store is unavailable, the counter falls back to its own memory.
        refused.take(network).catch(() => undefined);
      });
      next();
    }),
  );
  return router;
}
