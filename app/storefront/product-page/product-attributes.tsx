import type { ReactNode } from 'react';
import { CachedPart } from '~/base/page/cached-part';
import { useShop } from '~/base/page/shop';
import { GuardedLink } from '~/base/ui/guarded-link';
import { Icon } from '~/base/ui/icon';
import { DescriptionList } from '~/base/ui/description-list';
import { storageText } from '~/catalogue/products/storage-text';
import { isAwaited } from '~/catalogue/products/product';
import type { AttributeGroup, OptionGroup, Product, ProductDocument } from './product-detail';

type Item = readonly [label: string, value: ReactNode];

/** Attributes next to the picture: storage, shelf life and packaging. */
export function MainAttributes({ product }: { product: Product }) {
  const { t, formats } = useShop();
  const { card, bestBefore, packaging, unitsInShrinkWrap } = product;
  const packs = packaging.map((one) => {
    const count = formats.number(one.quantity);
    // "Box of 50" already contains the quantity.
    const isSaid = one.name.split(/\D+/).includes(String(one.quantity));
    const pack = isSaid ? one.name : t('catalogue:fact.pieces', { name: one.name, count });
    return one.canBeSold ? pack : t('catalogue:fact.notSoldAsPack', { pack });
  });
  // Next to a price, "box of fifty" could be read as the unit of that price, so the text adds "price per unit ordered".
  const packed =
    packs.length > 0 && card.price
      ? t('catalogue:fact.packedPrice', { packs: packs.join(', ') })
      : packs.join(', ');
  return (
    <DescriptionList
      items={[
        [t('catalogue:fact.storage'), storageText(t, card.storageTemperature)],
        // The best-before date is omitted if the product is not in stock: there is no pack that could expire.
        [
          t('catalogue:fact.bestBefore'),
          bestBefore && !isAwaited(card) ? formats.day(bestBefore) : null,
        ],
        [t('catalogue:fact.packaging'), packed],
        [
          t('catalogue:fact.shrinkWrap'),
          unitsInShrinkWrap
            ? t('catalogue:fact.shrinkWrapOf', { count: formats.number(unitsInShrinkWrap) })
            : null,
        ],
      ]}
    />
  );
}

const useOptions = [
  'species',
  'animalSize',
  'age',
  'foodRange',
  'administrationRoute',
  'indication',
] as const;
const compositionOptions = ['activePrinciple', 'presentation', 'color', 'size'] as const;

const named = (options: readonly OptionGroup[], key: OptionGroup['key']): string | null =>
  options
    .find((group) => group.key === key)
    ?.options.map((option) => option.name)
    .join(', ') ?? null;

function Group({ title, items }: { title: string; items: readonly Item[] }) {
  if (items.every(([, value]) => value === null || value === '')) return null;
  return (
    <section className="panel">
      <h3>{title}</h3>
      <DescriptionList items={items} />
    </section>
  );
}

function useAttributeItems(group: AttributeGroup): Item[] {
  const { t, formats } = useShop();
  return group.fields.map(({ name, value }): Item => {
    if (typeof value === 'boolean') {
      return [name, value ? t('catalogue:attributes.yes') : t('catalogue:attributes.no')];
    }
    return [name, typeof value === 'number' ? formats.number(value) : value];
  });
}

function Attributes({ group }: { group: AttributeGroup }) {
  return <Group title={group.name} items={useAttributeItems(group)} />;
}

const factsOf = ({ card: { family, orderMode, taxPercent }, ...product }: Product) => ({
  card: { family, orderMode, taxPercent },
  options: product.options,
  attributes: product.attributes,
  packaging: product.packaging,
  codeCti: product.codeCti,
  manufacturer: product.manufacturer,
  supplierName: product.supplierName,
  supplierCode: product.supplierCode,
  dimensionalUnit: product.dimensionalUnit,
  veterinaryGroups: product.veterinaryGroups,
  inRangeSince: product.inRangeSince,
  loyaltyPrograms: product.loyaltyPrograms,
});

/**
 * Attributes that the page has not shown above, in groups: first what the product is, then the ERP's own groups, then
 * the rest.
 */
export const AttributeGroups = ({ product }: { product: Product }) => (
  <CachedPart as="div" className="groups" part={Groups} entry={factsOf(product)} />
);

function Groups({ entry: product }: { entry: ReturnType<typeof factsOf> }) {
  const { t, formats } = useShop();
  const { card, options, attributes, packaging } = product;
  const optionItems = (keys: readonly OptionGroup['key'][]): Item[] =>
    keys.map((key): Item => [t(`catalogue:option.${key}`), named(options, key)]);
  const eans = packaging.flatMap(({ name, barcode }) =>
    barcode ? [`${name} ${t('catalogue:fact.ean', { code: barcode })}`] : [],
  );
  return (
    <>
      <Group title={t('catalogue:attributes.use')} items={optionItems(useOptions)} />
      <Group
        title={t('catalogue:attributes.composition')}
        items={optionItems(compositionOptions)}
      />
      {attributes.map((group) => (
        <Attributes key={group.name} group={group} />
      ))}
      <Group
        title={t('catalogue:attributes.regulation')}
        items={[
          [t('catalogue:fact.cti'), product.codeCti],
          [t('catalogue:fact.orderMode'), t(`catalogue:orderMode.${card.orderMode}`)],
          [
            t('catalogue:fact.vat'),
            card.taxPercent === null ? null : formats.percent(card.taxPercent),
          ],
        ]}
      />
      <Group
        title={t('catalogue:attributes.logistics')}
        items={[
          [t('on-order:family'), card.family && t(`on-order:families.${card.family}`)],
          [t('catalogue:fact.manufacturer'), product.manufacturer],
          [t('catalogue:fact.supplier'), product.supplierName],
          [t('catalogue:fact.supplierCode'), product.supplierCode],
          [t('catalogue:fact.dimensionalUnit'), product.dimensionalUnit],
          [t('catalogue:fact.packaging'), eans.join(', ') || null],
          [
            t('catalogue:fact.groups'),
            product.veterinaryGroups.map((group) => group.name).join(', ') || null,
          ],
          [
            t('catalogue:fact.inRangeSince'),
            product.inRangeSince ? formats.day(product.inRangeSince) : null,
          ],
          [t('catalogue:fact.loyalty'), product.loyaltyPrograms.join(', ') || null],
        ]}
      />
    </>
  );
}

const isKnownLang = (lang: string): lang is 'fr' | 'nl' | 'en' | 'de' =>
  ['fr', 'nl', 'en', 'de'].includes(lang);

export const Documents = ({ documents }: { documents: readonly ProductDocument[] }) =>
  documents.length === 0 ? null : (
    <CachedPart
      as="section"
      className="panel"
      id="documents"
      part={DocumentList}
      entry={documents}
    />
  );

function DocumentList({ entry: documents }: { entry: readonly ProductDocument[] }) {
  const { t } = useShop();
  return (
    <>
      <h2>{t('catalogue:page.documents')}</h2>
      <ul className="list">
        {documents.map(({ kind, name, fileKind, link, lang }) => (
          <li key={`${name} ${link.href} ${lang ?? ''}`}>
            <p>
              <GuardedLink link={link}>
                {name}
                {lang && isKnownLang(lang) ? (
                  <>
                    {', '}
                    {t('catalogue:document.inLang', { lang: t(`catalogue:document.lang.${lang}`) })}
                  </>
                ) : null}
              </GuardedLink>
              <span className="d">
                {[t(`catalogue:document.kind.${kind}`), fileKind].filter(Boolean).join(' · ')}
              </span>
            </p>
            <Icon name={kind === 'video' ? 'play' : kind === 'link' ? 'external' : 'doc'} />
          </li>
        ))}
      </ul>
    </>
  );
}
