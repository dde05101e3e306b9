import type { LoaderFunctionArgs } from '~/framework/server';
import { notFound } from '~/page/page';
import { redirectToLocale } from '~/page/unprefixed.server';

/** `/`: the home page in the visitor's locale (I18N-01). */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const answer = await redirectToLocale(request);
  if (answer) return answer;
  throw notFound(new URL(request.url).pathname);
}
