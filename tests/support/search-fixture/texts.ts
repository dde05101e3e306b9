/** Texts of the fixture in the three languages. */
import type { Lang, Text } from '../../../sandbox/world';

export interface Option {
  id: number;
  name: Text;
  sequence: number;
}

function option(id: number, sequence: number, fr: string, nl: string, en: string): Option {
  return { id, sequence, name: { fr, nl, en } };
}

export const species = {
  dog: option(11, 1, 'Chien', 'Hond', 'Dog'),
  cat: option(12, 2, 'Chat', 'Kat', 'Cat'),
  horse: option(13, 3, 'Cheval', 'Paard', 'Horse'),
  cattle: option(14, 4, 'Bovin', 'Rund', 'Cattle'),
};

export const principles = {
  amoxicillin: option(901, 0, 'Amoxicilline', 'Amoxicilline', 'Amoxicillin'),
  meloxicam: option(902, 0, 'Méloxicam', 'Meloxicam', 'Meloxicam'),
  fusidic: option(903, 0, 'Acide fusidique', 'Fusidinezuur', 'Fusidic acid'),
};

export const indications = {
  respiratory: option(
    71,
    4,
    'Infections respiratoires',
    'Luchtweginfecties',
    'Respiratory infections',
  ),
  pain: option(72, 5, 'Douleur', 'Pijn', 'Pain'),
};

export const brands = {
  exemplavet: { id: 12, name: 'Exemplavet' },
  polder: { id: 13, name: 'Polderlab' },
  maas: { id: 14, name: 'Maasdal' },
};

export const categories = {
  medicines: {
    id: 3,
    level: 0,
    sequence: 1,
    parent: null,
    name: { fr: 'Médicaments', nl: 'Geneesmiddelen', en: 'Medicines' },
    urlKey: { fr: 'medicaments', nl: 'geneesmiddelen', en: 'medicines' },
  },
  antibiotics: {
    id: 31,
    level: 1,
    sequence: 2,
    parent: 3,
    name: { fr: 'Antibiotiques', nl: 'Antibiotica', en: 'Antibiotics' },
    urlKey: {
      fr: 'medicaments/antibiotiques',
      nl: 'geneesmiddelen/antibiotica',
      en: 'medicines/antibiotics',
    },
  },
  oral: {
    id: 311,
    level: 2,
    sequence: 1,
    parent: 31,
    name: { fr: 'Oraux', nl: 'Oraal', en: 'Oral' },
    urlKey: {
      fr: 'medicaments/antibiotiques/oraux',
      nl: 'geneesmiddelen/antibiotica/oraal',
      en: 'medicines/antibiotics/oral',
    },
  },
  equipment: {
    id: 4,
    level: 0,
    sequence: 2,
    parent: null,
    name: { fr: 'Matériel', nl: 'Materiaal', en: 'Equipment' },
    urlKey: { fr: 'materiel', nl: 'materiaal', en: 'equipment' },
  },
  food: {
    id: 5,
    level: 0,
    sequence: null,
    parent: null,
    name: { fr: 'Alimentation', nl: 'Voeding', en: 'Food' },
    urlKey: { fr: 'alimentation', nl: 'voeding', en: 'food' },
  },
} satisfies Record<string, Category>;

export interface Category {
  id: number;
  level: number;
  sequence: number | null;
  parent: number | null;
  name: Text;
  urlKey: Text;
}

export const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
export const SUFFIX: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
