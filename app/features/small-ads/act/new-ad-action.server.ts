/** The page of a new ad: saved as a draft, or saved and submitted in one go (ADS-01). */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { formUuid } from '~/features/cart/sheet/form-uuid.server';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { FormToken, once, type Once } from '~/http/forms/once.server';
import { customerPage, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import { done, refused, type Outcome } from '~/kernel/outcome';
import { formAnswer } from '~/ui/form/form-answer';
import type { AdContent } from '../small-ad';
import type { AdWriteRefusal } from '../small-ad-calls.server';
import { readAd } from '../small-ad-form';
import { findAd } from '../small-ads.server';
import { savedNotice } from './notices';
import { saveAd, startAd, type Saved } from './save-ad.server';

interface Wanted {
  content: AdContent;
  submits: boolean;
  token: string;
}
type NewAdRefusal = AdWriteRefusal | { kind: 'changed' };

/** What is remembered of it: the ad, what became of it, and which words it was made from. */
const told = (id: number, saved: Saved, words: string): string => `${id} ${saved} ${words}`;

/** Back, another word, and sent again: the same ad is changed while it is still the customer's to change. */
async function changedAfterwards(
  page: CustomerRequest,
  id: number,
  { content, submits }: Wanted,
): Promise<Outcome<Saved, NewAdRefusal>> {
  const ad = await findAd(page, id);
  if (!ad?.own) return refused({ kind: 'gone' });
  return ad.state === 'draft' ? saveAd(page, ad, content, submits) : refused({ kind: 'changed' });
}

async function savedOnce(page: CustomerRequest, wanted: Wanted): Promise<Once<NewAdRefusal>> {
  const { content, submits, token } = wanted;
  const words = formUuid(token, JSON.stringify([content, submits]));
  const first = await once<NewAdRefusal>(page, token, async () => {
    const started = await startAd(page, content, submits);
    return started.ok ? done(told(started.value.id, started.value.saved, words)) : started;
  });
  if (first.kind !== 'done' || !first.repeated || first.result.endsWith(words)) return first;
  const id = Number.parseInt(first.result, 10);
  return once<NewAdRefusal>(page, words, async () => {
    const changed = await changedAfterwards(page, id, wanted);
    return changed.ok ? done(told(id, changed.value, words)) : changed;
  });
}

function leadOn(page: CustomerRequest, result: string): Response {
  const [id = '', saved = 'saved'] = result.split(' ');
  return redirectWithNotice(page, links.smallAd(page.locale, Number(id)), [
    savedNotice(page.t, saved),
  ]);
}

export const newAdAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const { t } = page;
    const form = await postedFields(page.request);
    const token = FormToken.safeParse(form.get('tx'));
    if (!token.success) throw badRequest();
    const read = readAd(t, form);
    if (!read.ok) return data(formAnswer(form, { faults: read.faults }), { status: 422 });
    const submits = form.get('do') === 'submit';
    const outcome = await savedOnce(page, { content: read.content, submits, token: token.data });
    const stopped = (text: string, status: number) =>
      data(formAnswer(form, { general: [text] }), { status });
    switch (outcome.kind) {
      case 'done':
        throw leadOn(page, outcome.result);
      case 'refused': {
        const { kind } = outcome.refusal;
        return stopped(t(`small-ads:refusal.${kind}`), kind === 'not-accepted' ? 422 : 409);
      }
      case 'unavailable':
        return stopped(t('common:form.unavailable'), 503);
      case 'in-doubt':
        return stopped(t('common:form.inDoubt'), 409);
    }
  });
