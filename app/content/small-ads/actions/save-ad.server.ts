/**
 * Saves and submits an ad. These are two calls: if the second call (submit) fails, the first (save) is neither lost nor
 * repeated, and the page displays the outcome.
 */
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { changesOf, type AdContent, type SmallAd } from '../small-ad';
import { changeAd, createAd, submitAd, type AdWriteRefusal } from '../small-ad-calls.server';
import { findAd, listOwn } from '../small-ads.server';
import { resolveDoubt } from './resolve-doubt.server';

/** `kept`: the ad was saved, but its submission failed. */
export type Saved = 'saved' | 'submitted' | 'kept' | 'unchanged';
type Done<T> = Promise<Outcome<T, AdWriteRefusal>>;

const isSame = (ad: SmallAd, content: AdContent): boolean =>
  Object.keys(changesOf(ad, content)).length === 0;

const twinsRead = 50;

interface WantedAd {
  content: AdContent;
  /** The new document; null when the ad has none, or keeps its current one. */
  document: File | null;
  submits: boolean;
}

/** Finds the draft with exactly this content, after the ERP's response to its creation was lost. */
async function findDraftOf(
  page: CustomerRequest,
  { content, document }: WantedAd,
): Promise<number | null> {
  const drafts = await listOwn(page, { page: 1, size: twinsRead, state: 'draft' });
  const isIt = (ad: SmallAd): boolean =>
    isSame(ad, content) && (ad.document === null) === (document === null);
  return drafts?.items.find(isIt)?.id ?? null;
}

function submitted(page: CustomerRequest, id: number): Done<null> {
  return resolveDoubt(
    () => submitAd(page, id),
    async () => {
      const ad = await findAd(page, id);
      return ad?.state === 'pending' || ad?.state === 'published' ? done(null) : null;
    },
  );
}

/** Submits the ad that was just saved; the ad stays saved even if the submission fails. */
async function submittedAfterwards(page: CustomerRequest, id: number): Promise<Saved> {
  try {
    return (await submitted(page, id)).ok ? 'submitted' : 'kept';
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    const line = { event: 'ad.not_submitted', ad: id, reason: error.reason };
    page.context.log.error(line, 'an ad was saved but could not be submitted');
    return 'kept';
  }
}

export async function startAd(
  page: CustomerRequest,
  wanted: WantedAd,
): Done<{ id: number; saved: Saved }> {
  const created = await resolveDoubt(
    () => createAd(page, wanted.content, wanted.document),
    async () => {
      const id = await findDraftOf(page, wanted);
      return id === null ? null : done(id);
    },
  );
  if (!created.ok) return created;
  const id = created.value;
  return done({ id, saved: wanted.submits ? await submittedAfterwards(page, id) : 'saved' });
}

export async function saveAd(
  page: CustomerRequest,
  ad: SmallAd,
  { content, document, submits }: WantedAd,
): Done<Saved> {
  const changes = changesOf(ad, content);
  const isChanged = Object.keys(changes).length > 0 || document !== null;
  // An unchanged ad that is published or waits for moderation is not saved, because saving would reset it to a draft.
  const isOut = ad.state === 'published' || ad.state === 'pending';
  if (!isChanged && (isOut || !submits)) return done('unchanged');
  if (!isChanged && ad.state === 'draft') {
    const outcome = await submitted(page, ad.id);
    return outcome.ok ? done('submitted') : outcome;
  }
  const changed = await resolveDoubt<Outcome<null, AdWriteRefusal>>(
    () => changeAd(page, ad.id, { content: changes, ...(document ? { document } : {}) }),
    async () => {
      const found = await findAd(page, ad.id);
      return found?.state === 'draft' && isSame(found, content) ? done(null) : null;
    },
  );
  if (!changed.ok) return refused(changed.refusal);
  return done(submits ? await submittedAfterwards(page, ad.id) : 'saved');
}
