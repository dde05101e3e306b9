/** Serves security.txt (RFC 9116) with the operator's contact for reporting vulnerabilities. */
import { Router } from 'express';
import type { Config } from '../../config';
import type { Clock } from '../../context';

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year, after which a copy must not be trusted. */
const validDays = 180;

export function securityTxt(
  {
    SECURITY_CONTACT: contact,
    PUBLIC_URL: origin,
  }: Pick<Config, 'SECURITY_CONTACT' | 'PUBLIC_URL'>,
  clock: Clock,
): Router {
  const router = Router();
  if (contact === undefined) return router;
  router.get('/.well-known/security.txt', (_request, response) => {
    const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
    response.setHeader('Cache-Control', 'public, max-age=86400');
    response
      .type('text/plain')
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
          'Preferred-Languages: fr, nl, en',
          `Canonical: ${origin}/.well-known/security.txt`,
          '',
        ].join('\n'),
      );
  });
  return router;
}
