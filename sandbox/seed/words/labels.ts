/** Names of groups and fields of structured attributes, and other texts missing in the facts. */
import type { Text } from '../../world';

export const GROUP = {
  pharmacology: { fr: 'Pharmacologie', nl: 'Farmacologie', en: 'Pharmacology' },
  withdrawal: { fr: 'Temps d’attente', nl: 'Wachttijden', en: 'Withdrawal periods' },
  supply: {
    fr: 'Délivrance et conservation',
    nl: 'Aflevering en bewaring',
    en: 'Supply and storage',
  },
  feeding: { fr: 'Rationnement', nl: 'Voedingsadvies', en: 'Feeding' },
  nutrition: { fr: 'Nutrition', nl: 'Samenstelling', en: 'Nutrition' },
  technical: { fr: 'Caractéristiques', nl: 'Kenmerken', en: 'Characteristics' },
} satisfies Record<string, Text>;

export const FIELD = {
  active: { fr: 'Principes actifs', nl: 'Werkzame stoffen', en: 'Active substances' },
  strength: { fr: 'Dosage', nl: 'Sterkte', en: 'Strength' },
  form: { fr: 'Forme pharmaceutique', nl: 'Farmaceutische vorm', en: 'Pharmaceutical form' },
  atcvet: { fr: 'Code ATCvet', nl: 'ATCvet-code', en: 'ATCvet code' },
  route: { fr: 'Voie d’administration', nl: 'Toedieningsweg', en: 'Route of administration' },
  species: { fr: 'Espèces cibles', nl: 'Doeldieren', en: 'Target species' },
  indications: { fr: 'Indications', nl: 'Indicaties', en: 'Indications' },
  amcra: { fr: 'Code couleur AMCRA', nl: 'AMCRA-kleurcode', en: 'AMCRA colour code' },
  weight: { fr: 'Poids de l’animal', nl: 'Gewicht van het dier', en: 'Animal weight' },
  status: { fr: 'Statut', nl: 'Statuut', en: 'Status' },
  storage: { fr: 'Conservation', nl: 'Bewaring', en: 'Storage' },
  light: { fr: 'À l’abri de la lumière', nl: 'Tegen licht beschermen', en: 'Protect from light' },
  texture: { fr: 'Texture', nl: 'Textuur', en: 'Texture' },
  flavour: { fr: 'Goût', nl: 'Smaak', en: 'Flavour' },
  features: { fr: 'Particularités', nl: 'Voedingskenmerken', en: 'Nutritional features' },
  ration: { fr: 'Mode d’emploi', nl: 'Gebruik', en: 'Directions' },
  duration: { fr: 'Durée', nl: 'Gebruiksduur', en: 'Period of use' },
  transition: { fr: 'Transition', nl: 'Overgang', en: 'Transition' },
  age: { fr: 'Âge', nl: 'Leeftijd', en: 'Age' },
  breed: { fr: 'Taille de l’animal', nl: 'Rasgrootte', en: 'Breed size' },
  pieces: {
    fr: 'Pièces par unité de vente',
    nl: 'Stuks per verkoopeenheid',
    en: 'Pieces per sales unit',
  },
  sterile: { fr: 'Stérile', nl: 'Steriel', en: 'Sterile' },
  use: { fr: 'Usage', nl: 'Gebruik', en: 'Use' },
} satisfies Record<string, Text>;

export const UNIT_PACK: Text = { fr: 'Unité', nl: 'Stuk', en: 'Unit' };
export const CARTON: Text = { fr: 'Carton de {n}', nl: 'Doos van {n}', en: 'Carton of {n}' };

export const TAX_NAME: Readonly<Record<number, Text>> = {
  6: { fr: 'TVA 6 %', nl: 'Btw 6 %', en: 'VAT 6%' },
  21: { fr: 'TVA 21 %', nl: 'Btw 21 %', en: 'VAT 21%' },
};
