/** What a plain form posted; anything else is no form of ours. */
import { kindOf } from '../../../server/http/forms/body-kind';

export const badRequest = (): Response =>
  new Response(null, { status: 400, statusText: 'Bad Request' });

export async function postedFields(request: Request): Promise<URLSearchParams> {
  if (kindOf(request.headers.get('content-type')) !== 'form') throw badRequest();
  return new URLSearchParams(await request.text());
}
