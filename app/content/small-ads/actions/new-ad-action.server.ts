/** Handles the page of a new ad: saves it as a draft, or saves and submits it at once, with its document (ADS-01). */
import { dayOf } from '~/base/kernel/day';
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { plainAnswer } from '~/base/ui/form/answers';
import { about, respondToForm } from '~/base/page/forms/submit.server';
import { formUuid } from '~/base/page/forms/form-uuid.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { readFormKey } from '~/base/page/forms/form-uuid.server';
import { runOnce, type Idempotent } from '~/base/page/forms/idempotent.server';
import { customerPage, type CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { formAnswer } from '~/base/ui/form/form-answer';
import type { AdContent } from '../small-ad';
import type { AdWriteRefusal } from '../small-ad-calls.server';
import { readAd } from '../small-ad-form';
import { findAd } from '../small-ads.server';
import { savedNotice } from './notices';
import { documentFaults, readPostedAd, statusOfAd } from './posted-ad.server';
import { saveAd, startAd, type Saved } from './save-ad.server';

interface Wanted {
  content: AdContent;
  document: File | null;
  submits: boolean;
  key: string;
}
type NewAdRefusal = AdWriteRefusal | { kind: 'changed' };

/** The stored result of the form: the ad's id, whether it was saved or submitted, and a hash of its content. */
const recordOf = (id: number, saved: Saved, words: string): string => `${id} ${saved} ${words}`;

/** For a customer who goes back, edits and sends again: changes the same ad while it is still a draft. */
async function changedAfterwards(
  page: CustomerRequest,
  id: number,
  { content, document, submits }: Wanted,
): Promise<Outcome<Saved, NewAdRefusal>> {
  const ad = await findAd(page, id);
  if (!ad?.own) return refused({ kind: 'gone' });
  return ad.state === 'draft'
    ? saveAd(page, ad, { content, document, submits })
    : refused({ kind: 'changed' });
}

async function savedOnce(page: CustomerRequest, wanted: Wanted): Promise<Idempotent<NewAdRefusal>> {
  const { content, document, submits, key } = wanted;
  const words = formUuid(key, JSON.stringify([content, submits, document?.size]));
  const first = await runOnce<NewAdRefusal>(page, key, async () => {
    const started = await startAd(page, wanted);
    return started.ok ? done(recordOf(started.value.id, started.value.saved, words)) : started;
  });
  if (first.kind !== 'done' || !first.repeated || first.result.endsWith(words)) return first;
  const id = Number.parseInt(first.result, 10);
  return runOnce<NewAdRefusal>(page, words, async () => {
    const changed = await changedAfterwards(page, id, wanted);
    return changed.ok ? done(recordOf(id, changed.value, words)) : changed;
  });
}

function redirectAfter(page: CustomerRequest, result: string): Response {
  const [id = '', saved = 'saved'] = result.split(' ');
  return redirectWithNotice(page, links.smallAd(page.locale, Number(id)), [
    savedNotice(page.t, saved),
  ]);
}

/**
 * Browsers do not refill file inputs: this message asks the customer to choose the file again, because the ad would
 * otherwise be sent without it.
 */
const again = ({ t }: CustomerRequest, document: File | null): readonly string[] =>
  document ? [t('small-ads:document.chooseAgain')] : [];

export const newAdAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const { t } = page;
    const { form, document, fault } = await readPostedAd(page);
    const key = readFormKey(form);
    const read = readAd(t, form, dayOf(page.context.clock.now()));
    if (fault || !read.ok) {
      const faults = { ...(read.ok ? {} : read.faults), ...documentFaults(page, fault) };
      const status = fault ? statusOfAd(fault) : 422;
      return data(formAnswer(form, { faults, general: again(page, document) }), { status });
    }
    const submits = form.get('do') === 'submit';
    const wanted = { content: read.content, document, submits, key };
    const answer = plainAnswer(form);
    return respondToForm(page, await savedOnce(page, wanted), {
      done: (result) => redirectAfter(page, result),
      refused: ({ kind }) =>
        about(kind === 'not-accepted' ? 422 : 409, t(`small-ads:refusal.${kind}`)),
      answer: ({ general = [], ...wrong }) =>
        answer({ ...wrong, general: [...general, ...again(page, document)] }),
    });
  });
