import type { LoaderFunctionArgs } from '~/base/framework/server';
import { notFound } from '~/base/page/page';
import { redirectToLocale } from '~/base/page/unprefixed.server';

/** `/`: redirects to the home page in the detected locale (I18N-01). */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const answer = await redirectToLocale(request);
  if (answer) return answer;
  throw notFound(new URL(request.url).pathname);
}
