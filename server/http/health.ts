/**
 * /healthz says that the process lives, /readyz what it can do (OPS-01, P-65). ERP and search being ill is
 * "degraded", not "unready": a restart or another instance cannot help. Details go to the log only.
 */
import { Router } from 'express';
import { asyncHandler } from './locals';
import type { RootLog } from '../observe/logger';

export interface Dependency {
  name: string;
  /** Without it no request can be served. */
  needed: boolean;
  /** Throws, or rejects, when it does not answer. */
  check(): Promise<void>;
}

export interface Lifecycle {
  draining: boolean;
}

export function health(options: {
  version: string;
  dependencies: readonly Dependency[];
  lifecycle: Lifecycle;
  log: RootLog;
}): Router {
  const { version, dependencies, lifecycle, log } = options;
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'alive', version });
  });
  router.get(
    '/readyz',
    asyncHandler(async (_request, response) => {
      if (lifecycle.draining) {
        response.status(503).json({ status: 'draining' });
        return;
      }
      const results = await Promise.all(
        dependencies.map(async ({ name, needed, check }) => {
          try {
            await check();
            return { name, needed, status: 'ok' };
          } catch (error) {
            log.warn(
              {
                event: 'dependency.ill',
                dependency: name,
                needed,
                error: error instanceof Error ? error.message : String(error),
              },
              'a dependency does not answer',
            );
            return { name, needed, status: 'ill' };
          }
        }),
      );
      const unready = results.some((result) => result.needed && result.status !== 'ok');
      const degraded = results.some((result) => result.status !== 'ok');
      response.status(unready ? 503 : 200).json({
        status: unready ? 'unready' : degraded ? 'degraded' : 'ready',
        dependencies: results,
      });
    }),
  );
  return router;
}
