/**
 * Handles the two forms of an import. An uploaded file redirects to its preview (303); a confirmation sends the import
 * to the ERP. When either fails, the page displays the reason, and a preview stays on screen.
 */
import { data } from '~/base/framework/server';
import { redirectWithQuestion } from '~/base/page/forms/answered.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { isMultipart, readMultipart } from '~/base/page/files/multipart';
import { badRequest } from '~/base/page/forms/posted.server';
import type { CustomerRequest } from '~/base/page/page';
import { firstNames } from '~/base/kernel/first-names';
import { kindOf } from '../../../../server/http/forms/body-kind';
import { links } from '~/base/i18n/links';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { rememberConfirmed } from '~/ordering/cart/confirmed-quantities.server';
import { askNotices, findMost, sureName } from '~/ordering/cart/unusual-quantity.server';
import { confirmed } from '../lines';
import {
  askedProducts,
  confirmedLines,
  isUnusualLine,
  isReady,
  markUnusual,
  type Draft,
} from './draft';
import { findDraft, replaceLines } from './draft-store.server';
import { statusOf } from './file-fault';
import type { ImportAnswer } from './import-view';
import { withFate } from './look-up.server';
import { toPreview } from './prepare.server';
import { formAround, formFault, megabyte, readFile, rowLimits } from './read-file.server';
import { sendImport, type Sent } from './send-import.server';

/** Maximum number of fields in the file form (P-31). */
const maxParts = 20;

function stopped(fault: ImportAnswer['fault'], status: number, sure = false) {
  const answer: ImportAnswer = { kind: 'import-answer', fault, sure };
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '5' } : {};
  return data(answer, { status, headers });
}

async function readPosted(page: CustomerRequest) {
  const { csvMaxMb } = page.context.site;
  const maxBytes = csvMaxMb * megabyte + formAround;
  const form = await readMultipart(page, {
    maxBytes,
    maxParts,
    visitorNetwork: null,
    rows: rowLimits,
  });
  if (!page.customer.canOrder) return stopped({ kind: 'may-not-order' }, 403);
  if (!form.ok) {
    const fault = formFault(form.refusal, csvMaxMb);
    return stopped(fault, form.refusal.kind === 'malformed' ? 400 : statusOf(fault));
  }
  const given = form.value.getAll('file');
  const file = await readFile(given.length === 1 ? (given[0] ?? null) : null, csvMaxMb);
  if (!file.ok) return stopped(file.refusal, statusOf(file.refusal));
  return toPreview(page, file.value);
}

/**
 * Asks about unusual quantities that were left out of the import; if the customer confirms them, quick order adds them.
 */
function askLeftOut(page: CustomerRequest, { lines }: Draft) {
  const products = askedProducts(lines);
  const fields = products.flatMap(({ sku, quantity, total }, index) => [
    [`c.${index}`, sku] as const,
    [`q.${index}`, String(quantity)] as const,
    [`s.${index}`, confirmed(quantity, total)] as const,
  ]);
  return askNotices(page, products, {
    action: links.quickOrder(page.locale),
    fields: [['do', 'add'], ...fields],
  });
}

/**
 * The draft as the cart is now: lines of products that the cart would hold in unusual quantities are marked.
 * `isChanged`: the customer has not seen one of these quantities yet.
 */
async function markedNow(
  page: CustomerRequest,
  draft: Draft,
): Promise<{ marked: Draft; isChanged: boolean }> {
  if (draft.sure || draft.fate.kind !== 'ready') return { marked: draft, isChanged: false };
  const products = draft.lines.flatMap(({ productId, sku }) =>
    productId === null ? [] : [[productId, { sku }] as const],
  );
  const cards = new Map(products);
  const mostOf = await findMost(page, [...cards.keys()], { cards });
  const lines = markUnusual(draft.lines, await cartQuantities(page), mostOf);
  const seen = new Map(askedProducts(draft.lines).map(({ sku, total }) => [sku, total]));
  const isChanged = askedProducts(lines).some(({ sku, total }) => total > (seen.get(sku) ?? 0));
  return { marked: { ...draft, lines }, isChanged };
}

function answerTo(page: CustomerRequest, draft: Draft, sent: Sent) {
  const { t, locale } = page;
  const { token, sure } = draft;
  const here = links.cartImport(locale, token);
  switch (sent.kind) {
    case 'done':
      return redirectWithQuestion(page, here, { notices: [], ask: askLeftOut(page, draft) });
    case 'lost':
      return redirectWithNotice(page, here, []);
    case 'sent-before':
      return redirectWithNotice(page, here, [
        { tone: 'info', text: t('cart:import.result.before') },
      ]);
    case 'checking':
      return stopped({ kind: 'checking', seconds: sent.seconds }, 409, sure);
    case 'unavailable':
      return stopped({ kind: 'unavailable' }, 503, sure);
    case 'beyond':
      return stopped({ kind: 'beyond', names: firstNames(sent.names) }, 409, sure);
    case 'refused':
      return stopped({ kind: 'refused' }, 422, sure);
    case 'not-installed':
      return stopped({ kind: 'not-installed' }, 409, sure);
  }
}

async function confirm(page: CustomerRequest) {
  const fields = new URLSearchParams(await page.request.text());
  const token = fields.get('draft') ?? '';
  const draft = await findDraft(page, token);
  if (!draft)
    return redirectWithNotice(page, links.cartImport(page.locale), [
      { tone: 'warn', text: page.t('cart:import.expired') },
    ]);
  if (!page.customer.canOrder) return stopped({ kind: 'may-not-order' }, 403);
  const { marked: known, isChanged } = await markedNow(page, await withFate(page, draft));
  if (isChanged) {
    await replaceLines(page, known);
    return stopped({ kind: 'unusual' }, 422);
  }
  const isSure = known.sure || (fields.has(sureName) && known.fate.kind === 'ready');
  const lines = isSure ? confirmedLines(known.lines) : known.lines;
  if (!lines.some(isReady))
    return stopped({ kind: lines.some(isUnusualLine) ? 'unusual' : 'nothing-ready' }, 422);
  const given = { ...known, lines, sure: isSure };
  const sent = await sendImport(page, given);
  const sure = known.lines.filter(isUnusualLine).flatMap(({ productId }) => productId ?? []);
  if (isSure && sent.kind === 'done') await rememberConfirmed(page, sure);
  return answerTo(page, given, sent);
}

export async function importAction(page: CustomerRequest) {
  if (isMultipart(page.request)) return readPosted(page);
  if (kindOf(page.request.headers.get('content-type')) !== 'form') throw badRequest();
  return confirm(page);
}
