/** Posts files as a browser does: a multipart form with fields, cookies and origin. */
import type { Page, RequestOptions, Visitor } from './visitor';

export function postFile(
  visitor: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  options: RequestOptions & { files?: readonly (readonly [field: string, file: File])[] } = {},
): Promise<Page> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of options.files ?? []) form.append(name, file);
  return visitor.postForm(path, form, options);
}

/** Uploads a file with the import form. */
export const choose = (
  visitor: Visitor,
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  options: RequestOptions = {},
): Promise<Page> =>
  postFile(
    visitor,
    '/fr/cart/import',
    {},
    { ...options, files: [['file', new File([content], name)]] },
  );
