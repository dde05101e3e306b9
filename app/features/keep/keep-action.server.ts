/** Keeps the product of the address: on a list, on a quotation, or watched; each form does it once. */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { setAlert } from '~/features/alerts/promo-alerts.server';
import { findCards } from '~/features/catalogue/cards.server';
import { forgetQuotationCounts } from '~/features/frame/quotation-counts.server';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { claimOf, FormToken, once } from '~/http/forms/once.server';
import { customerPage, notFound, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { pathOfSite } from '~/http/site-path';
import { links } from '~/i18n/links';
import type { KeepAnswer, KeepKind } from './keep';
import { keptProduct } from './keep-view.server';
import { putAway, type PutRefusal } from './put-away.server';

/** Where the product's own page is; somewhere on this site in any case. */
async function backTo(page: CustomerRequest, productId: number): Promise<string> {
  const card = (await findCards(page, [productId])).get(productId);
  if (!card?.urlKey) throw notFound(page.url.pathname);
  return links.product(page.locale, card.urlKey, card.sku ?? undefined);
}

async function switchAlert(page: CustomerRequest, form: URLSearchParams): Promise<Response> {
  const { t, locale } = page;
  const on = form.get('alert') === 'on';
  const id = keptProduct(page);
  const back = pathOfSite(form.get('back') ?? '', links.keep(locale, id));
  const outcome = await setAlert(page, id, on);
  return redirectWithNotice(page, back, [
    outcome.ok
      ? { tone: 'ok', text: t(on ? 'keep:alert.isOn' : 'keep:alert.isOff') }
      : { tone: 'bad', text: t('keep:alert.refused') },
  ]);
}

const answerOf = (
  kind: KeepKind,
  form: URLSearchParams,
  wrong: Partial<KeepAnswer>,
): KeepAnswer => ({
  kind: 'keep-answer',
  form: kind,
  typed: Object.fromEntries(form),
  faults: {},
  general: [],
  ...wrong,
});

async function keep(page: CustomerRequest, form: URLSearchParams, kind: KeepKind) {
  const { t, locale } = page;
  const token = FormToken.safeParse(form.get('tx'));
  if (!token.success) throw badRequest();
  const productId = keptProduct(page);
  const outcome = await once<PutRefusal>(page, claimOf(token.data, form), () =>
    putAway(page, form, { kind, productId }),
  );
  const general = (text: string, status: number) =>
    data(answerOf(kind, form, { general: [text] }), { status });
  switch (outcome.kind) {
    case 'done': {
      if (kind === 'quotation') forgetQuotationCounts(page);
      const id = Number(outcome.result);
      const href = kind === 'list' ? links.wishlist(locale, id) : links.quotation(locale, id);
      throw redirectWithNotice(page, await backTo(page, productId), [
        {
          tone: 'ok',
          text: t(`keep:${kind}.done`),
          link: { href, text: t(`keep:${kind}.show`) },
        },
      ]);
    }
    case 'refused':
      return outcome.refusal.kind === 'faults'
        ? data(answerOf(kind, form, { faults: outcome.refusal.faults }), { status: 422 })
        : general(t(`keep:refusal.${outcome.refusal.kind}`), 409);
    case 'unavailable':
      return general(t('common:form.unavailable'), 503);
    case 'in-doubt':
      return general(t('common:form.inDoubt'), 409);
  }
}

export const keepAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.has('alert')) throw await switchAlert(page, form);
    const kind = form.get('form');
    if (kind !== 'list' && kind !== 'quotation') throw badRequest();
    return keep(page, form, kind);
  });
