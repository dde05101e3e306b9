/**
 * Descriptions of a product document (contract/search.md 1.4.1), cleaned once when it is read and not for
 * each view: they are the same for every caller of one language.
 */
import { plainText, safeHtml } from '~/page/untrusted/safe-html.server';
import type { LinkRules } from '~/page/untrusted/safe-link';
import type { Locale } from '~/i18n/locales';
import type { SafeHtml } from '~/ui/html';
import { nameOf } from '~/features/catalogue/card.server';
import { eachOnce } from '~/features/catalogue/descriptions.server';
import { cutDescription, joinedSentences } from '~/features/catalogue/meta-text';
import type { ProductWire } from '~/features/catalogue/wire/product-wire.server';

export interface ProductTexts {
  shortDescription: string | null;
  description: SafeHtml | null;
  seoTitle: string;
  metaDescription: string;
  keywords: string | null;
}

export function textsOf(wire: ProductWire, locale: Locale, rules: LinkRules): ProductTexts {
  const seoTitle = wire.seo_title ?? nameOf(wire);
  const { short, description } = eachOnce(
    plainText(wire.short_description),
    safeHtml(wire.description, locale, rules),
  );
  const about = joinedSentences([seoTitle, short, plainText(description)]);
  return {
    shortDescription: short || null,
    description,
    seoTitle,
    keywords: plainText(wire.meta_keywords) || null,
    metaDescription: cutDescription(
      wire.meta_description ? plainText(wire.meta_description) : about,
    ),
  };
}
