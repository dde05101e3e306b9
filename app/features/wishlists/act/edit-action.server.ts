/**
 * Saving a list: name, quantities, places, removed products and a product added by its code, in one update of
 * the ERP, so that either all of it is there or nothing. A list that another device has changed meanwhile is
 * not overwritten unseen.
 */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { claimOf, FormToken, once } from '~/http/forms/once.server';
import { customerPage, recordId, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import { refused, type Outcome } from '~/kernel/outcome';
import { formAnswer } from '~/ui/form/form-answer';
import { changeWishlist, deleteWishlist, findWishlist } from '../wishlists.server';
import { versionOf } from '../wishlist-view.server';
import { readEdit } from './read-edit.server';

type EditRefusal =
  | { kind: 'gone' }
  | { kind: 'changed' }
  | { kind: 'not-accepted' }
  | { kind: 'faults'; faults: Readonly<Record<string, string>> };

async function save(
  page: CustomerRequest,
  form: URLSearchParams,
): Promise<Outcome<string, EditRefusal>> {
  const list = await findWishlist(page, recordId(page));
  if (!list) return refused({ kind: 'gone' });
  if (form.get('v') !== versionOf(list)) return refused({ kind: 'changed' });
  const wanted = await readEdit(page, list, form);
  if (!wanted.ok) return wanted;
  if (wanted.value.change === null) return { ok: true, value: 'saved' };
  const outcome = await changeWishlist(page, list.id, wanted.value.change);
  if (outcome.ok) return { ok: true, value: wanted.value.added ?? 'saved' };
  switch (outcome.refusal.kind) {
    case 'gone':
      return refused({ kind: 'gone' });
    case 'unknown-product':
    case 'not-accepted':
      return refused({ kind: 'not-accepted' });
  }
}

function refusedAnswer(page: CustomerRequest, form: URLSearchParams, refusal: EditRefusal) {
  const { t, locale } = page;
  switch (refusal.kind) {
    case 'gone':
      throw redirectWithNotice(page, links.wishlists(locale), [
        { tone: 'bad', text: t('wishlists:notice.gone') },
      ]);
    case 'changed':
      return data(formAnswer(form, { general: [t('wishlists:fault.changed')] }), { status: 409 });
    case 'not-accepted':
      return data(formAnswer(form, { general: [t('wishlists:fault.notAccepted')] }), {
        status: 422,
      });
    case 'faults':
      return data(formAnswer(form, { faults: refusal.faults }), { status: 422 });
  }
}

async function saveOnce(page: CustomerRequest, form: URLSearchParams) {
  const { t, locale } = page;
  const token = FormToken.safeParse(form.get('tx'));
  if (!token.success) throw badRequest();
  const id = recordId(page);
  const outcome = await once<EditRefusal>(page, claimOf(token.data, form), () => save(page, form));
  switch (outcome.kind) {
    case 'done': {
      const isAdded = outcome.result !== 'saved';
      // Whoever adds by code adds several: the form comes back for the next one.
      throw isAdded
        ? redirectWithNotice(page, page.url.pathname + page.url.search, [
            { tone: 'ok', text: t('wishlists:notice.added', { name: outcome.result }) },
          ])
        : redirectWithNotice(page, links.wishlist(locale, id), [
            { tone: 'ok', text: t('wishlists:notice.saved') },
          ]);
    }
    case 'refused':
      return refusedAnswer(page, form, outcome.refusal);
    case 'unavailable':
      return data(formAnswer(form, { general: [t('common:form.unavailable')] }), { status: 503 });
    case 'in-doubt':
      return data(formAnswer(form, { general: [t('common:form.inDoubt')] }), { status: 409 });
  }
}

export const editAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    if (form.get('do') !== 'delete') return saveOnce(page, form);
    const { t, locale } = page;
    const outcome = await deleteWishlist(page, recordId(page));
    throw redirectWithNotice(page, links.wishlists(locale), [
      outcome.ok
        ? { tone: 'ok', text: t('wishlists:notice.deleted') }
        : { tone: 'bad', text: t('wishlists:fault.notAccepted') },
    ]);
  });
