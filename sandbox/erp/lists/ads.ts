/** Reads classified ads (contract/erp.md 16.1). Every response is a list, even for a single ad. */
import { z } from 'zod';
import { idParam, lastValues, type Call, type CustomerCall } from '../call';
import { Refusal, file, missing, notFound, type ErpResponse } from '../protocol/exchange';
import { day, oneOf, read, text } from '../protocol/fields';
import { cut, readSlice, sizeData } from '../protocol/paging';
import { open, signedIn, type Route } from '../protocol/router';
import { AdCategory, AdState, type AdRecord } from '../store/records';
import { REGIONS, adShape } from './ad-shape';

const NEWEST_FIRST = 'date_start DESC, id DESC';

const Mine = z.object({ state: oneOf(AdState.options).optional() });

function mine(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const { state } = read(Mine, values, 'query');
  const filter = { customer: call.customer.id, ...(state ? { state } : {}) };
  const { ads } = call.erp.store;
  const page = ads.find(filter, { order: NEWEST_FIRST, ...readSlice({ values }, 10) });
  return sizeData(
    ads.count(filter),
    page.map((ad) => adShape(call, ad, true)),
  );
}

/** Whether the ad is published and the current day is within its dates. */
function isPublic(call: Call, ad: AdRecord): boolean {
  const today = call.erp.clock.today();
  return ad.state === 'published' && ad.dateStart <= today && today <= ad.dateEnd;
}

const REGION_CODES = Object.keys(REGIONS);

const Search = z.object({
  category: oneOf(AdCategory.options).optional(),
  region: oneOf(REGION_CODES).optional(),
  country_state_code: oneOf(REGION_CODES).optional(),
  name: text().optional(),
  body: text().optional(),
  phone: text().optional(),
  contact: text().optional(),
  from_date: day().optional(),
});

const holds = (value: string, part: string | undefined) =>
  value.toLowerCase().includes((part ?? '').toLowerCase());

function search(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const query = read(Search, values, 'query');
  const region = query.region ?? query.country_state_code;
  const found = call.erp.store.ads
    .find({ state: 'published' }, { order: NEWEST_FIRST })
    .filter(
      (ad) =>
        isPublic(call, ad) &&
        (query.category === undefined || ad.category === query.category) &&
        (region === undefined || ad.region === region) &&
        holds(ad.name, query.name) &&
        holds(ad.body, query.body) &&
        holds(ad.phone, query.phone) &&
        holds(ad.contact, query.contact) &&
        ad.dateStart >= (query.from_date ?? ''),
    );
  const page = cut(found, readSlice({ values }, 10)).map((ad) => adShape(call, ad, false));
  return sizeData(found.length, page);
}

export function adById(call: CustomerCall): AdRecord {
  const found = call.erp.store.ads.get(idParam(call, 'ad_id'));
  if (!found) throw missing();
  return found;
}

function one(call: CustomerCall): ErpResponse {
  const ad = adById(call);
  const isOwner = ad.customerId === call.customer.id;
  if (!isOwner && !isPublic(call, ad)) throw new Refusal(403, 'Forbidden');
  return sizeData(1, [adShape(call, ad, isOwner)]);
}

/** Whoever has the address of the file may read it, as with attachments of the real server. */
function document(call: Call): ErpResponse {
  const ad = call.erp.store.ads.get(idParam(call, 'ad_id'));
  if (!ad?.file || ad.file.token !== call.params['token']) throw notFound();
  return file(ad.file.name, 'application/pdf', Buffer.from(ad.file.base64, 'base64'));
}

const released = false;

export const adReadingRoutes: Route[] = [
  signedIn('GET', 'classified_ads/my_classified_ads', mine, { released }),
  signedIn('GET', 'classified_ads/search', search, { released }),
  signedIn('GET', 'classified_ads/{ad_id:int}', one, { released }),
  open('GET', 'web/content/{ad_id:int}/{token:text}/{name:text}', document, { download: true }),
];
