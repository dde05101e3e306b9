/** Countries and Belgian regions for addresses and classified ads, with the ids of a fresh Odoo. */
import type { World } from '../../world';

export const countries: World['countries'] = [
  { id: 20, code: 'BE', name: { fr: 'Belgique', nl: 'België', en: 'Belgium' } },
  { id: 57, code: 'DE', name: { fr: 'Allemagne', nl: 'Duitsland', en: 'Germany' } },
  { id: 75, code: 'FR', name: { fr: 'France', nl: 'Frankrijk', en: 'France' } },
  { id: 133, code: 'LU', name: { fr: 'Luxembourg', nl: 'Luxemburg', en: 'Luxembourg' } },
  { id: 165, code: 'NL', name: { fr: 'Pays-Bas', nl: 'Nederland', en: 'Netherlands' } },
];

const REGIONS = [
  ['BBR', 'Bruxelles-Capitale', 'Brussels Hoofdstedelijk Gewest', 'Brussels-Capital'],
  ['WBR', 'Brabant wallon', 'Waals-Brabant', 'Walloon Brabant'],
  ['WHT', 'Hainaut', 'Henegouwen', 'Hainaut'],
  ['WNA', 'Namur', 'Namen', 'Namur'],
  ['WLG', 'Liège', 'Luik', 'Liège'],
  ['WLX', 'Luxembourg', 'Luxemburg', 'Luxembourg'],
  ['VAN', 'Anvers', 'Antwerpen', 'Antwerp'],
  ['VBR', 'Brabant flamand', 'Vlaams-Brabant', 'Flemish Brabant'],
  ['VWV', 'Flandre-Occidentale', 'West-Vlaanderen', 'West Flanders'],
  ['VOV', 'Flandre-Orientale', 'Oost-Vlaanderen', 'East Flanders'],
  ['VLI', 'Limbourg', 'Limburg', 'Limburg'],
] as const;

export const states: World['states'] = REGIONS.map(([code, fr, nl, en], index) => ({
  id: 900 + index,
  code,
  name: { fr, nl, en },
  countryCode: 'BE',
}));
