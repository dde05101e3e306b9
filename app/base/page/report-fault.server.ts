import type { AppContext } from '../../../server/context';

/** Logs an unexpected error (a bug of the shop) with its stack, and the page's path without its query. */
export function reportFault(
  { log }: Pick<AppContext, 'log'>,
  request: Request,
  error: unknown,
): void {
  log.error(
    {
      event: 'page.failed',
      path: new URL(request.url).pathname,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      stack: error instanceof Error ? error.stack : undefined,
    },
    'a page failed',
  );
}
