import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { detectLocale } from '~/i18n/detect.server';

/** An address without locale leads to the same one below the visitor's locale (I18N-01). */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname === '/' ? '' : pathname.replace(/^\/+/, '/');
  return redirect(`/${await detectLocale(request)}${path}${search}`, {
    headers: { Vary: 'Cookie, Accept-Language' },
  });
}
