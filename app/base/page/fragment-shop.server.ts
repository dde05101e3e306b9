import { formatsFor } from '~/base/i18n/formats';
import { newIdempotencyKey } from './forms/idempotency-key.server';
import type { PageRequest } from './page';
import type { Shop } from './shop';
import { noContent } from './site-content';

/** The shop context for a part of a page that is rendered separately. */
export function fragmentShop(page: PageRequest, here: string): Shop {
  const { locale, t, context } = page;
  const tag = context.site.tags[locale];
  return {
    locale,
    tag,
    t,
    formats: formatsFor(tag),
    here,
    signedIn: true,
    mayOrder: context.session.kind !== 'customer' || context.session.customer.canOrder,
    savesData: context.savesData,
    askAbove: context.site.askAbove,
    formKey: () => newIdempotencyKey(page),
    reference: context.requestId,
    origin: context.site.origin,
    offers: (call) => context.erp.offers(call),
    version: context.site.version,
    at: context.clock.now(),
    content: noContent,
    brand: context.site.brand,
    ordered: new Map(),
    answerId: null,
    kept: null,
  };
}
