/** Page texts of a piece of equipment. */
import type { Lang, Text } from '../../world';
import { facts, wordOf, type EquipmentType } from '../facts';
import { FIELD, GROUP } from '../words/labels';
import { capitalise, fill } from '../words/text';
import { equipmentPicture } from './picture-kinds';
import type { AttributeGroup, ProductVoice, Variant } from './product';

const { descriptions, words, product_name: patterns } = facts.names;
const BY_VARIANT: Text = { fr: 'selon la variante', nl: 'volgens de variant', en: 'by variant' };
const SINGLE: Text = { fr: 'à la pièce', nl: 'per stuk', en: 'single' };

/** The axes in which these variants differ. */
function differing(variants: readonly Variant[]): string[] {
  const [first, ...rest] = variants;
  const axes = first?.attributes ?? [];
  return axes.flatMap(({ axis, value }, at) =>
    rest.some(({ attributes }) => attributes[at]?.value.fr !== value.fr) ? [axis] : [],
  );
}

export function equipmentVoice(type: EquipmentType): ProductVoice {
  const sentence = (group: string, index: number, lang: Lang, values: Record<string, string>) =>
    fill(descriptions[group]?.[index]?.[lang] ?? '', values);
  const packaging = (lang: Lang): string => {
    if ('pack' in type.axes) return BY_VARIANT[lang];
    if (type.unit_qty === 1) return SINGLE[lang];
    return fill(wordOf(patterns.pack, 'box')[lang], { n: String(type.unit_qty) });
  };
  const opening = (lang: Lang): string => {
    const values = { Type: type.name[lang], packaging: packaging(lang) };
    // The French participle would have to agree with the gender of the type, which the facts do not have.
    return sentence('equipment', 0, lang, values).replace("destiné à l'usage", 'à usage');
  };
  const jointed = equipmentPicture(type.id, type.category) === 'instrument';
  return {
    shortDescription: (_profile, lang) => `<p>${opening(lang)}</p>`,
    description: (_profile, lang, variants) => {
      const axes = differing(variants).map((axis) => wordOf(words.axes, axis)[lang]);
      const texts = [
        opening(lang),
        ...(axes.length ? [sentence('equipment', 1, lang, { axes: axes.join(', ') })] : []),
        ...(jointed ? [sentence('instrument', 1, lang, {})] : []),
        ...(type.flags.sterile ? [sentence('consumable', 1, lang, {})] : []),
        ...(type.order_mode === 'quotation' ? [sentence('equipment', 2, lang, {})] : []),
      ];
      const mode =
        type.order_mode === 'direct_sale' ? null : wordOf(words.order_mode, type.order_mode);
      return `<p>${texts.join('</p><p>')}</p>${mode ? `<p><strong>${capitalise(mode[lang])}</strong></p>` : ''}`;
    },
    attributes: (variant, lang) => equipmentAttributes(type, variant, lang),
  };
}

function equipmentAttributes(type: EquipmentType, variant: Variant, lang: Lang): AttributeGroup[] {
  return [
    {
      group_name: GROUP.technical[lang],
      fields: [
        ...variant.attributes.map(
          (attribute) =>
            ({
              key: attribute.axis,
              name: capitalise(wordOf(words.axes, attribute.axis)[lang]),
              type: 'char',
              value: attribute.value[lang],
            }) as const,
        ),
        { key: 'pieces', name: FIELD.pieces[lang], type: 'float', value: variant.pieces },
        {
          key: 'sterile',
          name: FIELD.sterile[lang],
          type: 'boolean',
          value: type.flags.sterile === true,
        },
        ...(type.flags.sterile
          ? [
              {
                key: 'use',
                name: FIELD.use[lang],
                type: 'char',
                value: wordOf(words.flags, 'single_use')[lang],
              } as const,
            ]
          : []),
      ],
    },
  ];
}
