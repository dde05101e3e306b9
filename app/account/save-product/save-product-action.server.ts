/** Saves a product to a wishlist or a quotation, or switches its alert; each form acts once. */
import { setAlert } from '~/account/alerts/promo-alerts.server';
import type { ActionFunctionArgs } from '~/base/framework/server';
import { plainAnswer } from '~/base/ui/form/answers';
import { about, keyOf, submitForm } from '~/base/page/forms/submit.server';
import { findCards, findCardsOrNone } from '~/catalogue/products/cards.server';
import { forgetQuotationCounts } from '~/account/quotations/quotation-counts.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerPage, notFound, type CustomerRequest } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { pathOfSite } from '~/base/page/untrusted/site-path';
import { links } from '~/base/i18n/links';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { promotionEnd, type SaveKind } from './save-product';
import { savedProductId } from './save-product-view.server';
import { addToListOrQuotation, type AddRefusal } from './add-to-list-or-quotation.server';

/** The address of the product's own page; throws 404 when there is no such product. */
async function backTo(page: CustomerRequest, productId: number): Promise<string> {
  const card = (await findCards(page, [productId])).get(productId);
  if (!card?.urlKey) throw notFound(page.url.pathname);
  return links.product(page.locale, card.urlKey, card.sku ?? undefined);
}

/** Switches the alert; when the ERP is unavailable, the page reports it instead of failing (DEG-01). */
async function tryAlert(page: CustomerRequest, id: number, on: boolean) {
  try {
    return await setAlert(page, id, on);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.error({ event: 'alert.failed', reason: error.reason }, 'alert not switched');
    return { ok: false };
  }
}

/**
 * True when the product has no promotion, so that the page offers no alert. While the catalogue is unavailable, only
 * the ERP decides.
 */
async function hasNoPromotion(page: CustomerRequest, id: number): Promise<boolean> {
  const cards = await findCardsOrNone(page, [id]);
  const card = cards?.get(id);
  return cards !== null && (!card || promotionEnd(card) === null);
}

async function switchAlert(page: CustomerRequest, form: URLSearchParams): Promise<Response> {
  const { t, locale } = page;
  const on = form.get('alert') === 'on';
  const id = savedProductId(page);
  const back = pathOfSite(form.get('back') ?? '', links.saveProduct(locale, id));
  if (on && (await hasNoPromotion(page, id)))
    return redirectWithNotice(page, back, [
      { tone: 'bad', text: t('save-product:alert.noPromotion') },
    ]);
  const outcome = await tryAlert(page, id, on);
  return redirectWithNotice(page, back, [
    outcome.ok
      ? { tone: 'ok', text: t(on ? 'save-product:alert.isOn' : 'save-product:alert.isOff') }
      : { tone: 'bad', text: t('save-product:alert.refused') },
  ]);
}

function save(page: CustomerRequest, form: URLSearchParams, kind: SaveKind) {
  const { t, locale } = page;
  const key = keyOf(form);
  const productId = savedProductId(page);
  return submitForm(page, {
    key,
    act: () => addToListOrQuotation(page, form, { kind, productId }),
    done: async (result) => {
      if (kind === 'quotation') forgetQuotationCounts(page);
      const id = Number(result);
      const href = kind === 'list' ? links.wishlist(locale, id) : links.quotation(locale, id);
      const link = { href, text: t(`save-product:${kind}.show`) };
      return redirectWithNotice(page, await backTo(page, productId), [
        { tone: 'ok', text: t(`save-product:${kind}.done`), link },
      ]);
    },
    refused: (refusal: AddRefusal) => {
      if (refusal.kind === 'unusual') return { status: 422, ask: refusal.ask };
      return refusal.kind === 'faults'
        ? { status: 422, fields: refusal.faults }
        : about(409, t(`save-product:refusal.${refusal.kind}`));
    },
    answer: plainAnswer(form),
  });
}

export const saveProductAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.has('alert')) throw await switchAlert(page, form);
    const kind = form.get('form');
    if (kind !== 'list' && kind !== 'quotation') throw badRequest();
    return save(page, form, kind);
  });
