/** Body of a request to an upstream. */
export type RequestBody = { kind: 'json'; text: string } | { kind: 'form'; form: FormData };

/** Encodes a body and returns its content type; the platform encodes a form with its own boundary. */
export async function encodeBody(
  body: RequestBody,
): Promise<{ type: string; bytes: string | Uint8Array }> {
  if (body.kind === 'json') return { type: 'application/json', bytes: body.text };
  const form = new Response(body.form);
  const type = form.headers.get('content-type') ?? 'multipart/form-data';
  return { type, bytes: new Uint8Array(await form.arrayBuffer()) };
}
