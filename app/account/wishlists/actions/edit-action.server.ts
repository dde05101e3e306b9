/**
 * Saves a wishlist: name, quantities, positions, removed products and a product added by its code. It is a single
 * update of the ERP, so that the ERP saves all changes or none. The shop does not overwrite a wishlist that another
 * device changed in the meantime.
 */
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import type { NoticeMessage } from '~/base/page/notice';
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { plainAnswer } from '~/base/ui/form/answers';
import { postedFields } from '~/base/page/forms/posted.server';
import { about, keyOf, submitForm, type Refused } from '~/base/page/forms/submit.server';
import { customerPage, recordId, type CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { refused, type Outcome } from '~/base/kernel/outcome';
import { changeWishlist, deleteWishlist, findWishlist } from '../wishlists.server';
import { formAnswer } from '~/base/ui/form/form-answer';
import { isStale } from '~/base/ui/form/shown-fields';
import { shownFields } from '../wishlist-view.server';
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
  if (
    isStale(
      form,
      shownFields(list, (id) => form.has(`q.${id}`)),
    )
  )
    return refused({ kind: 'changed' });
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

const toLists = (page: CustomerRequest, notice: NoticeMessage): Response =>
  redirectWithNotice(page, links.wishlists(page.locale), [notice]);

function refusalOf(page: CustomerRequest, refusal: EditRefusal): Refused | Response {
  const { t } = page;
  switch (refusal.kind) {
    case 'gone':
      return toLists(page, { tone: 'bad', text: t('wishlists:notice.gone') });
    case 'changed':
      return about(409, t('wishlists:fault.changed'));
    case 'not-accepted':
      return about(422, t('wishlists:fault.notAccepted'));
    case 'faults':
      return { status: 422, fields: refusal.faults };
  }
}

function redirectAfter(page: CustomerRequest, result: string): Response {
  const { t, locale, url } = page;
  // After a code was added, the edit form is shown again for the next one, because customers add codes in series.
  return result === 'saved'
    ? redirectWithNotice(page, links.wishlist(locale, recordId(page)), [
        { tone: 'ok', text: t('wishlists:notice.saved') },
      ])
    : redirectWithNotice(page, `${url.pathname}${url.search}#code`, [
        { tone: 'ok', text: t('wishlists:notice.added', { name: result }) },
      ]);
}

const saveOnce = (page: CustomerRequest, form: URLSearchParams) =>
  submitForm(page, {
    key: keyOf(form),
    act: () => save(page, form),
    done: (result) => redirectAfter(page, result),
    refused: (refusal: EditRefusal) => refusalOf(page, refusal),
    answer: plainAnswer(form),
  });

/**
 * Deletes a wishlist. It looks the list up first, because the delete call treats an unknown list as already deleted.
 */
async function deleted(page: CustomerRequest): Promise<NoticeMessage> {
  const { t } = page;
  const list = await findWishlist(page, recordId(page));
  if (!list) return { tone: 'bad', text: t('wishlists:notice.gone') };
  const outcome = await deleteWishlist(page, list.id);
  return outcome.ok
    ? { tone: 'ok', text: t('wishlists:notice.deleted') }
    : { tone: 'bad', text: t('wishlists:fault.notAccepted') };
}

export const editAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    // The customer asked for another page of the rows; the answer contains the input of this page.
    if (form.has('to')) return data(formAnswer(form, {}));
    if (form.get('do') !== 'delete') return saveOnce(page, form);
    throw toLists(page, await deleted(page));
  });
