/**
 * What a person has typed into a form that nothing could be done with, as a form that sends it again: its key goes
 * along, so that it is done once at most.
 */
import type { Request } from 'express';
import { kindOf } from './body-kind';
import { isSecretField } from './secret-field';

const most = 500;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** A path and query of this site as a browser takes it for one; null for anything else. */
export const pathWithin = ({ originalUrl }: Pick<Request, 'originalUrl'>): string | null =>
  /^\/(?![/\\])/.test(originalUrl) ? originalUrl : null;

type Field = [name: string, value: FormDataEntryValue];

async function fieldsIn(body: Buffer<ArrayBuffer>, type: string): Promise<Field[]> {
  switch (kindOf(type)) {
    case 'form':
      return [...new URLSearchParams(body.toString())];
    case 'multipart':
      return [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
    default:
      return [];
  }
}

/** Hidden fields of the same form; null where a password, a token or a file would be missing in it. */
export async function hiddenFields({
  body,
  type,
}: {
  body: Buffer<ArrayBuffer>;
  type: string;
}): Promise<string | null> {
  const fields = await fieldsIn(body, type);
  if (fields.length === 0 || fields.length > most) return null;
  const inputs: string[] = [];
  for (const [name, value] of fields) {
    if (typeof value !== 'string') {
      // A file field that was left empty.
      if (value.size === 0) continue;
      return null;
    }
    if (isSecretField(name)) return null;
    inputs.push(`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`);
  }
  return inputs.join('');
}
