/** Serves the brand's stylesheet, icon and logo from `brand.json`; they are read at startup and served from memory. */
import { Router, type Response } from 'express';
import type { BrandFiles } from '../../startup/brand';

const anHour = 'public, max-age=3600';

function answer(response: Response, type: string, body: string | Buffer): void {
  response.setHeader('Cache-Control', anHour);
  // Prevents scripts in an SVG that is opened directly.
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.type(type).send(body);
}

export function brandFiles({ icon, sheet, logo }: BrandFiles): Router {
  const router = Router();
  if (icon !== null) {
    router.get('/brand-icon.svg', (_request, response) => answer(response, 'image/svg+xml', icon));
  }
  if (sheet !== null) {
    router.get('/brand.css', (_request, response) => answer(response, 'text/css', sheet));
  }
  if (logo !== null) {
    router.get('/brand-logo', (_request, response) => answer(response, logo.type, logo.body));
  }
  return router;
}
