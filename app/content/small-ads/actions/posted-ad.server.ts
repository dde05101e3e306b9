/** Parses the forms of an ad: its fields, a document, or both (ADS-01). */
import { isMultipart } from '~/base/page/files/multipart';
import {
  readFormWithDocument,
  statusOfDocument,
  type DocumentFault,
} from '~/base/page/files/upload';
import { postedFields } from '~/base/page/forms/posted.server';
import type { CustomerRequest } from '~/base/page/page';

type AdDocumentFault = DocumentFault | { kind: 'too-often'; seconds: number };

export interface PostedAd {
  form: URLSearchParams;
  /** The chosen file; null when no file was chosen, or the form has no file field. */
  document: File | null;
  fault: AdDocumentFault | null;
}

export async function readPostedAd(page: CustomerRequest): Promise<PostedAd> {
  if (!isMultipart(page.request))
    return { form: await postedFields(page.request), document: null, fault: null };
  const { fields, document } = await readFormWithDocument(page, 'file');
  const isText = document.ok && document.value === null;
  // Documents count against the upload limit (P-61); forms without a document do not.
  const seconds = isText ? null : await page.context.countUpload();
  if (seconds !== null)
    return { form: fields, document: null, fault: { kind: 'too-often', seconds } };
  return {
    form: fields,
    document: document.ok ? document.value : null,
    fault: document.ok ? null : document.refusal,
  };
}

/** The fault of the document by field name, for display in the form. */
export const documentFaults = (
  { t, context }: CustomerRequest,
  fault: AdDocumentFault | null,
): Readonly<Record<string, string>> =>
  fault
    ? {
        file:
          fault.kind === 'too-often'
            ? t('small-ads:document.fault.too-often', { count: fault.seconds })
            : t(`small-ads:document.fault.${fault.kind}`, { mb: context.site.documentMaxMb }),
      }
    : {};

export const statusOfAd = (fault: AdDocumentFault): number =>
  fault.kind === 'too-often' ? 429 : statusOfDocument(fault);
