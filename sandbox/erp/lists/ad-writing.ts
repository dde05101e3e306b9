/** Creates and changes classified ads (contract/erp.md 16.2). Any change unpublishes the ad. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { CustomerCall } from '../call';
import { missingPart, parseJson } from '../protocol/body';
import { Refusal, empty, json, type ErpResponse } from '../protocol/exchange';
import { day, oneOf, read, text } from '../protocol/fields';
import { sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { AdCategory, type AdRecord } from '../store/records';
import { REGIONS, adShape, fileName } from './ad-shape';
import { adById } from './ads';

const LONGEST_BODY = 500;

const Parameters = z.strictObject({
  name: text(),
  body: text(),
  category: oneOf(AdCategory.options),
  date_start: day(),
  date_end: day(),
  phone: text(),
  contact: text(),
  email: text(),
  country_state_code: oneOf(Object.keys(REGIONS)),
});
const Changes = Parameters.partial();

function postedParameters(call: CustomerCall): unknown {
  const { parameters } = call.fields;
  if (parameters === undefined) throw missingPart('parameters');
  return parseJson(parameters);
}

/** Detects a PDF by its first bytes, whatever its file name. */
function postedFile(call: CustomerCall, title: string): AdRecord['file'] {
  const upload = call.files.find((candidate) => candidate.field === 'file');
  if (!upload || upload.bytes.length === 0) return null;
  if (!Buffer.from(upload.bytes.subarray(0, 5)).equals(Buffer.from('%PDF-')))
    throw refusal(call, 'adNotPdf');
  return {
    name: fileName(title),
    token: randomBytes(12).toString('hex'),
    base64: Buffer.from(upload.bytes).toString('base64'),
  };
}

function checked(call: CustomerCall, ad: AdRecord): AdRecord {
  if ([...ad.body].length > LONGEST_BODY) throw refusal(call, 'adTooLong');
  if (ad.dateEnd < ad.dateStart) throw refusal(call, 'adDates');
  return ad;
}

function saved(call: CustomerCall, ad: AdRecord, status: number): ErpResponse {
  const record = call.erp.store.ads.put(checked(call, ad));
  return sizeData(1, [adShape(call, record, true)], status);
}

function create(call: CustomerCall): ErpResponse {
  const input = read(Parameters, postedParameters(call), 'body');
  const ad: AdRecord = {
    id: call.erp.store.next('ad', 6_001),
    customerId: call.customer.id,
    name: input.name,
    body: input.body,
    category: input.category,
    dateStart: input.date_start,
    dateEnd: input.date_end,
    phone: input.phone,
    contact: input.contact,
    email: input.email,
    region: input.country_state_code,
    state: 'draft',
    rejectionReason: null,
    file: postedFile(call, input.name),
  };
  return saved(call, ad, 201);
}

function ownAd(call: CustomerCall): AdRecord {
  const ad = adById(call);
  if (ad.customerId !== call.customer.id) throw new Refusal(403, 'Forbidden');
  return ad;
}

function update(call: CustomerCall): ErpResponse {
  const found = ownAd(call);
  const input = read(Changes, postedParameters(call), 'body');
  const kept = call.fields['file_delete'] === 'true' ? null : found.file;
  const ad: AdRecord = {
    ...found,
    name: input.name ?? found.name,
    body: input.body ?? found.body,
    category: input.category ?? found.category,
    dateStart: input.date_start ?? found.dateStart,
    dateEnd: input.date_end ?? found.dateEnd,
    phone: input.phone ?? found.phone,
    contact: input.contact ?? found.contact,
    email: input.email ?? found.email,
    region: input.country_state_code ?? found.region,
    state: 'draft',
    rejectionReason: null,
    file: postedFile(call, input.name ?? found.name) ?? kept,
  };
  return saved(call, ad, 200);
}

function submit(call: CustomerCall): ErpResponse {
  const ad = ownAd(call);
  if (ad.state !== 'draft') throw refusal(call, 'adNotDraft');
  call.erp.store.ads.put({ ...ad, state: 'pending' });
  return json(202, null);
}

function remove(call: CustomerCall): ErpResponse {
  call.erp.store.ads.remove(ownAd(call).id);
  return empty(204);
}

const released = false;
const body = 'multipart';

export const adWritingRoutes: Route[] = [
  signedIn('POST', 'classified_ads', create, { released, body }),
  signedIn('POST', 'classified_ads/{ad_id:int}/update_set_to_draft', update, { released, body }),
  signedIn('POST', 'classified_ads/{ad_id:int}/submit', submit, { released, body: 'none' }),
  signedIn('DELETE', 'classified_ads/{ad_id:int}', remove, { released }),
];
