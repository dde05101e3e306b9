/** Names that break careless pages: HTML markup, and several hundred letters. */
import type { Text } from '../../world';
import type { Edges } from '../edges';
import { text } from '../words/text';
import type { Group } from './catalogue';

const LONG_TAIL: Text = {
  fr: 'avec rallonge, adaptateur universel, embouts interchangeables de rechange, mallette de transport rigide, mode d’emploi en quatre langues, certificat d’étalonnage, jeu de joints complet, brosse de nettoyage, support mural à visser et garantie prolongée de cinq ans sur toutes les pièces mobiles',
  nl: 'met verlengstuk, universele adapter, verwisselbare reserveopzetstukken, stevige transportkoffer, gebruiksaanwijzing in vier talen, kalibratiecertificaat, volledige set dichtingen, reinigingsborstel, schroefbare wandhouder en verlengde garantie van vijf jaar op alle bewegende onderdelen',
  en: 'with extension, universal adapter, interchangeable spare tips, rigid carrying case, instructions in four languages, calibration certificate, full set of seals, cleaning brush, screw-on wall bracket and an extended warranty of five years on all moving parts',
};

export function withNameEdges(groups: readonly Group[], edges: Edges): Group[] {
  return groups.map((group) => {
    if (edges.is('html-name', group)) return renamed(group, (name) => `${name} "<5 min>" & 'Pro'`);
    if (edges.is('long-name', group))
      return renamed(group, (name, lang) => `${name} ${LONG_TAIL[lang]}`);
    return group;
  });
}

function renamed(group: Group, rename: (name: string, lang: keyof Text) => string): Group {
  const change = (names: Text) => text((lang) => rename(names[lang], lang));
  const [first, ...rest] = group.variants;
  return {
    ...group,
    model: change(group.model),
    variants: [
      { ...first, name: change(first.name) },
      ...rest.map((variant) => ({ ...variant, name: change(variant.name) })),
    ],
  };
}
