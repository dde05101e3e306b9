/** What is sent to an upstream. */
export type RequestBody = { kind: 'json'; text: string } | { kind: 'form'; form: FormData };

/** A body and its type; a form is encoded by the platform, with its own boundary. */
export async function encoded(
  body: RequestBody,
): Promise<{ type: string; bytes: string | Uint8Array }> {
  if (body.kind === 'json') return { type: 'application/json', bytes: body.text };
  const form = new Response(body.form);
  const type = form.headers.get('content-type') ?? 'multipart/form-data';
  return { type, bytes: new Uint8Array(await form.arrayBuffer()) };
}
