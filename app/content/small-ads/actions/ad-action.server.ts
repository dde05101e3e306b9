/**
 * Handles the page of the customer's own ad: saving, submitting, deleting, and its document in a separate form
 * (ADS-01). The shop does not overwrite an ad that the ERP or another device changed in the meantime.
 */
import { dayOf } from '~/base/kernel/day';
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { plainAnswer } from '~/base/ui/form/answers';
import { about, keyOf, submitForm, type Refused } from '~/base/page/forms/submit.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerPage, notFound, recordId, type CustomerRequest } from '~/base/page/page';
import { badRequest } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { formAnswer } from '~/base/ui/form/form-answer';
import { isStale } from '~/base/ui/form/shown-fields';
import { changeAd, deleteAd, type AdWriteRefusal } from '../small-ad-calls.server';
import { readAd } from '../small-ad-form';
import { findAd } from '../small-ads.server';
import { shownFields } from '../small-ad-view.server';
import { savedNotice } from './notices';
import { documentFaults, readPostedAd, statusOfAd, type PostedAd } from './posted-ad.server';
import { saveAd } from './save-ad.server';

type AdRefusal =
  | AdWriteRefusal
  /** The ad has changed since the form was rendered: it was moderated, or edited on another device. */
  | { kind: 'changed' }
  | { kind: 'faults'; faults: Readonly<Record<string, string>> };

const remembered = async (
  work: Promise<Outcome<unknown, AdWriteRefusal>>,
  word: string,
): Promise<Outcome<string, AdRefusal>> => {
  const outcome = await work;
  return outcome.ok ? done(word) : outcome;
};

async function act(
  page: CustomerRequest,
  { form, document }: PostedAd,
): Promise<Outcome<string, AdRefusal>> {
  const id = recordId(page);
  const intent = form.get('do') ?? 'save';
  const ad = await findAd(page, id);
  if (!ad) return refused({ kind: 'gone' });
  // Other customers' ads can be read but not changed (P-21).
  if (!ad.own) throw notFound(page.url.pathname);
  if (intent === 'delete') return remembered(deleteAd(page, id), 'deleted');
  const isOfDocument = intent === 'document' || intent === 'no-document';
  if (isStale(form, shownFields(page, ad)[isOfDocument ? 'document' : 'ad']))
    return refused({ kind: 'changed' });
  if (intent === 'no-document')
    return remembered(changeAd(page, id, { document: 'none' }), 'no-document');
  if (intent === 'document') {
    if (document) return remembered(changeAd(page, id, { document }), 'document');
    return refused({ kind: 'faults', faults: { file: page.t('small-ads:document.none') } });
  }
  const read = readAd(page.t, form, dayOf(page.context.clock.now()), ad.start);
  if (!read.ok) return refused({ kind: 'faults', faults: read.faults });
  return saveAd(page, ad, { content: read.content, document, submits: intent === 'submit' });
}

function redirectAfter(page: CustomerRequest, result: string): Response {
  const { t, locale } = page;
  const to =
    result === 'deleted' ? links.ownSmallAds(locale) : links.smallAd(locale, recordId(page));
  return redirectWithNotice(page, to, [savedNotice(t, result)]);
}

/**
 * The response to a refusal. `isText`: for a deleted ad, the form input is returned, so that it can become a new ad.
 */
function refusalOf(page: CustomerRequest, refusal: AdRefusal, isText: boolean): Refused | Response {
  const { t, locale } = page;
  if (refusal.kind === 'gone' && !isText)
    return redirectWithNotice(page, links.ownSmallAds(locale), [
      { tone: 'bad', text: t('small-ads:refusal.gone') },
    ]);
  if (refusal.kind === 'faults') return { status: 422, fields: refusal.faults };
  return about(refusal.kind === 'not-accepted' ? 422 : 409, t(`small-ads:refusal.${refusal.kind}`));
}

const intents = ['save', 'submit', 'delete', 'document', 'no-document'];

export const adAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const posted = await readPostedAd(page);
    const { form, fault } = posted;
    if (fault)
      return data(formAnswer(form, { faults: documentFaults(page, fault) }), {
        status: statusOfAd(fault),
      });
    const key = keyOf(form, posted.document);
    const intent = form.get('do') ?? 'save';
    if (!intents.includes(intent)) throw badRequest();
    const isText = intent === 'save' || intent === 'submit';
    return submitForm(page, {
      key,
      act: () => act(page, posted),
      done: (result) => redirectAfter(page, result),
      refused: (refusal: AdRefusal) => refusalOf(page, refusal, isText),
      answer: plainAnswer(form),
    });
  });
