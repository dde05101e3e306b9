/** What a plain form posted; anything else is no form of ours. */
export const badRequest = (): Response =>
  new Response(null, { status: 400, statusText: 'Bad Request' });

export async function postedFields(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw badRequest();
  return new URLSearchParams(await request.text());
}
