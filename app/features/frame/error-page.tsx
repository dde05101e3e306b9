import { isRouteErrorResponse } from '@remix-run/react';
import { useShop } from '~/http/shop';
import { links } from '~/i18n/links';

export const errorStatus = (error: unknown): number =>
  isRouteErrorResponse(error) ? error.status : 500;

/** 404, an ill upstream, or our own fault: what happened, what to do, and the reference (SHELL-02). */
export function ErrorPage({ status, error }: { status: number; error: unknown }) {
  const { t, locale, reference } = useShop();
  const missing = status === 404;
  const path = isRouteErrorResponse(error) ? error.statusText : '';
  return (
    <section className="panel">
      <h1>{missing ? t('errors:error.404.title') : t('errors:error.generic')}</h1>
      {missing ? <p>{path}</p> : null}
      <p>
        <a href={links.home(locale)}>{t('errors:error.404.link')}</a>
      </p>
      <p className="ref">{reference}</p>
    </section>
  );
}
