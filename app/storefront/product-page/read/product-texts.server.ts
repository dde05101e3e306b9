/**
 * Descriptions of a product document (contract/search.md 1.4.1). They are sanitised once, when the shop parses the
 * index document, because all callers of a language share them.
 */
import { plainText, safeHtml } from '~/base/page/untrusted/safe-html.server';
import type { LinkRules } from '~/base/page/untrusted/safe-link';
import type { Locale } from '~/base/i18n/locales';
import type { SafeHtml } from '~/base/ui/html';
import { nameOf } from '~/catalogue/products/card.server';
import { eachOnce } from '~/catalogue/products/descriptions.server';
import { cutDescription, joinedSentences } from '~/catalogue/products/meta-text';
import type { ProductWire } from '~/catalogue/products/wire/product-wire.server';

interface ProductTexts {
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
