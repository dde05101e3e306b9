/** Loader of the locale layout: everything around a page's content, and data about the request. */
import { z } from 'zod';
import { data, type LoaderFunctionArgs } from '~/base/framework/server';
import { detectLocale, rememberLocale } from '~/base/i18n/detect.server';
import { isLocale } from '~/base/i18n/locales';
import { translator } from '~/base/i18n/translate';
import { cachedParts } from '~/base/page/cached-markup.server';
import { answerIdOf, withoutAnswer } from '~/base/page/forms/answer-address';
import { newIdempotencyKey } from '~/base/page/forms/idempotency-key.server';
import { askedIn, takeNotices } from '~/base/page/forms/notices.server';
import {
  findAnswer,
  inEveryLanguage,
  unkeptAnswer,
  type StoredAnswer,
} from '~/base/page/forms/stored-answers.server';
import { extendVisit, visitOf } from '~/base/page/forms/visit.server';
import { hereOf } from '~/base/page/here';
import { loadOptionalBlock, valueOr } from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';
import { viewData } from '~/base/page/view-data';
import { routeOf } from '~/base/routing/match';
import type { FrameView } from './frame';
import { consentCookie, loadLayout } from './layout.server';

/** Loads the stored answer to a posted form. If the store is unavailable, the page is displayed without the answer. */
const answerFor = async (page: PageRequest, id: string | null): Promise<StoredAnswer | null> =>
  id === null || page.request.method !== 'GET'
    ? null
    : valueOr(
        await loadOptionalBlock(page, 'answer', () => findAnswer(page, id, page.url.pathname)),
        null,
      );

/** The data of a stored answer; `isQuestion`: it is only a question, which the frame shows itself. */
function readShown(answer: StoredAnswer | null): { data: unknown; isQuestion: boolean } {
  const data = answer?.kind === 'form' ? answer.data : null;
  const isQuestion = z.object({ kind: z.literal('asked') }).safeParse(data).success;
  return { data, isQuestion };
}

export async function loadFrame({ request, context, params }: LoaderFunctionArgs) {
  const address = new URL(request.url);
  const url = withoutAnswer(address);
  const [, prefix] = url.pathname.split('/');
  const locale = isLocale(prefix) ? prefix : await detectLocale(request);
  const page: PageRequest = { context, request, url, locale, params, t: translator(locale) };
  const policy = routeOf(url.pathname)?.policy;
  const isGuest = context.session.kind === 'guest';
  // A page with a form for guests: this cookie identifies the guest's answers.
  if (isGuest && policy?.guard === 'open' && policy.rate.post && !visitOf(page)) extendVisit(page);
  const answerId = answerIdOf(address);
  const answer = await answerFor(page, answerId);
  const { notices, headers } = takeNotices(page);
  const { data: shown, isQuestion } = readShown(unkeptAnswer(context) ?? answer);
  const view: FrameView = {
    layout: await loadLayout(page, [...notices, ...askedIn(shown)]),
    tag: context.site.tags[locale],
    locale,
    here: hereOf(url, locale),
    again: address.pathname + address.search,
    answer: isQuestion ? null : answer,
    answerId: answer && inEveryLanguage(answer) ? answerId : null,
    reference: context.requestId,
    origin: context.site.origin,
    brand: context.site.brand,
    version: context.site.version,
    formKey: () => newIdempotencyKey(page),
    savesData: context.savesData,
    askAbove: context.site.askAbove,
    kept: isGuest ? null : cachedParts(page),
    offers: (call) => context.erp.offers(call),
    at: context.clock.now(),
    analytics: context.cookies.read(consentCookie) === 'yes' ? context.site.analyticsSrc : null,
  };
  // A loader's cookies reach the browser only with a page. If the page redirects, the notices stay for the next page.
  const remembering = new Headers(headers);
  // The service worker stores the offline page for every visitor, so that page sets no cookie.
  const remembers = isLocale(prefix) && policy?.layout !== 'bare';
  const remembered = remembers ? await rememberLocale(page) : null;
  if (remembered) remembering.append('Set-Cookie', remembered);
  return data(viewData(view), { headers: remembering });
}
