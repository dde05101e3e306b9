/** What the forms of an ad post: its fields, and with them or alone a document (ADS-01). */
import { isMultipart } from '~/page/files/multipart';
import { readFormWithDocument, type DocumentFault } from '~/page/files/upload';
import { postedFields } from '~/page/forms/posted.server';
import type { CustomerRequest } from '~/page/page';

export interface PostedAd {
  form: URLSearchParams;
  /** Null: none was chosen, or the form takes none. */
  document: File | null;
  fault: DocumentFault | null;
}

export async function readPostedAd(page: CustomerRequest): Promise<PostedAd> {
  if (!isMultipart(page.request))
    return { form: await postedFields(page.request), document: null, fault: null };
  const { fields, document } = await readFormWithDocument(page, 'file');
  return {
    form: fields,
    document: document.ok ? document.value : null,
    fault: document.ok ? null : document.refusal,
  };
}

/** By field name, as the forms show it. */
export const documentFaults = (
  { t, context }: CustomerRequest,
  fault: DocumentFault | null,
): Readonly<Record<string, string>> =>
  fault
    ? { file: t(`small-ads:document.fault.${fault.kind}`, { mb: context.site.documentMaxMb }) }
    : {};
