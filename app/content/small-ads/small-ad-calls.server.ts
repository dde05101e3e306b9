/**
 * Changes classified ads (contract/erp.md 16.2): multipart with the fields as JSON in `parameters` and a PDF in `file`.
 * Every change resets the ad to a draft and removes it from public view.
 *
 * The ERP rejects keys that it does not know, so the shop sends only changed keys. The ERP may respond 205 without a
 * body to an update. The shop checks the length of the text, because servers with only the published modules do not.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { deleteRecord, writeRecord } from '~/base/erp/calls.server';
import { isNotInstalled, type Refused } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { renameDocument } from '~/base/page/files/upload';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { AdContent } from './small-ad';
import { AdsWire } from './small-ads.server';

type Page = Pick<CustomerRequest, 'context'>;

export type AdWriteRefusal =
  /** This customer has no such ad. */
  | { kind: 'gone' }
  /** The current state of the ad does not allow the change. */
  | { kind: 'wrong-state' }
  | { kind: 'not-installed' }
  | { kind: 'not-accepted' };

type Written<T> = Promise<Outcome<T, AdWriteRefusal>>;

function refusalOf(answer: Refused): AdWriteRefusal {
  if (isNotInstalled(answer)) return { kind: 'not-installed' };
  return { kind: answer.status === 403 || answer.status === 404 ? 'gone' : 'not-accepted' };
}

/** Time limit of an upload in milliseconds: five megabytes take longer than other writes. */
const uploadTimeoutMs = 60_000;

const wireKeys: readonly (readonly [own: keyof AdContent, wire: string])[] = [
  ['title', 'name'],
  ['text', 'body'],
  ['category', 'category'],
  ['region', 'country_state_code'],
  ['start', 'date_start'],
  ['end', 'date_end'],
  ['contact', 'contact'],
  ['phone', 'phone'],
  ['email', 'email'],
];

function formOf(content: Partial<AdContent>): FormData {
  const given = wireKeys.filter(([own]) => content[own] !== undefined);
  const parameters = Object.fromEntries(given.map(([own, wire]) => [wire, content[own]]));
  const form = new FormData();
  form.set('parameters', JSON.stringify(parameters));
  return form;
}

/** Attaches the document under a new name: the name from the browser never reaches the ERP (P-33). */
function join(form: FormData, document: File): void {
  form.set('file', renameDocument(document, `document-${randomUUID().slice(0, 8)}.pdf`));
}

/** Creates a draft and returns its id. */
export async function createAd(
  { context }: Page,
  content: AdContent,
  document: File | null,
): Written<number> {
  const form = formOf(content);
  if (document) join(form, document);
  const created = await writeRecord(
    context,
    {
      method: 'POST',
      path: 'classified_ads',
      body: form,
      ...(document ? { timeoutMs: uploadTimeoutMs } : {}),
    },
    AdsWire,
    refusalOf,
  );
  if (!created.ok) return created;
  const ad = created.value?.data[0];
  return ad ? done(ad.id) : refused({ kind: 'not-accepted' });
}

interface AdChange {
  content?: Partial<AdContent>;
  /** A PDF that replaces the current one; `none` removes it. */
  document?: File | 'none';
}

export async function changeAd({ context }: Page, id: number, change: AdChange): Written<null> {
  const form = formOf(change.content ?? {});
  const { document } = change;
  if (document === 'none') form.set('file_delete', 'true');
  else if (document) join(form, document);
  const written = await writeRecord(
    context,
    {
      method: 'POST',
      path: 'classified_ads/{id}/update_set_to_draft',
      params: { id },
      body: form,
      ...(document ? { timeoutMs: uploadTimeoutMs } : {}),
    },
    AdsWire,
    refusalOf,
  );
  return written.ok ? done(null) : written;
}

export async function submitAd({ context }: Page, id: number): Written<null> {
  const submitted = await writeRecord(
    context,
    { method: 'POST', path: 'classified_ads/{id}/submit', params: { id } },
    z.unknown(),
    (answer): AdWriteRefusal =>
      answer.status === 400 ? { kind: 'wrong-state' } : refusalOf(answer),
  );
  return submitted.ok ? done(null) : submitted;
}

export const deleteAd = ({ context }: Page, id: number): Written<null> =>
  deleteRecord(context, { path: 'classified_ads/{id}', params: { id } }, refusalOf);
