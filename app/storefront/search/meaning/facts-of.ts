/** Translates the facts of concepts into labels of the index. Facts that the index lacks are dropped. */
import type { PreparedWords } from '../words/prepared-words';
import type { Vocabulary } from '../words/vocabulary';
import { factKinds, type ConceptEntry, type FactKind } from '../words/word-file';
import type { Facts, NameKind } from './query-term';

/** Maximum number of labels per kind of fact: more labels add no meaning, and cost time. */
const mostLabels = 40;

const capital = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/** The index labels to search for a name. Until the index terms have loaded, both capitalisations of the name. */
function labelsOf(kind: FactKind, name: string, vocabulary: Vocabulary | null): string[] {
  if (kind === 'equipment' || kind === 'names') {
    return !vocabulary || vocabulary.hasWords(name) ? [name] : [];
  }
  if (!vocabulary) return kind === 'combinations' ? [name] : [...new Set([name, capital(name)])];
  if (kind === 'combinations') {
    const parts = name.split(' + ').map((part) => vocabulary.label('substances', part));
    return parts.every((part) => part !== null) ? [parts.join(' + ')] : [];
  }
  if (kind === 'ranges') {
    const [range = '', animal] = name.split(' · ');
    const label = vocabulary.label('ranges', range);
    const species = animal === undefined ? null : vocabulary.label('species', animal);
    if (label === null) return [];
    return [species === null ? label : `${label} · ${species}`];
  }
  const label = vocabulary.label(kind, name);
  return label === null ? [] : [label];
}

export function factsOf(
  means: readonly (ConceptEntry['means'] | undefined)[],
  vocabulary: Vocabulary | null,
): Facts | null {
  const facts: Partial<Record<FactKind, readonly string[]>> = {};
  for (const kind of factKinds) {
    const labels = means.flatMap((one) =>
      (one?.[kind] ?? []).flatMap((name) => labelsOf(kind, name, vocabulary)),
    );
    if (labels.length > 0) facts[kind] = [...new Set(labels)].slice(0, mostLabels);
  }
  return Object.keys(facts).length > 0 ? facts : null;
}

const kindsIn = (facts: Facts): FactKind[] => factKinds.filter((kind) => facts[kind]);
const only = (facts: Facts, kinds: readonly FactKind[]): boolean =>
  kindsIn(facts).every((kind) => kinds.includes(kind));

/** True for sizes: concepts with a name as short as `M` or `XL`. */
const isSize = ({ names = [] }: Facts): boolean =>
  names.some((name) => /^x{0,2}[sml]$/i.test(name));

export function termKindOf(facts: Facts): NameKind {
  if (only(facts, ['names']) && isSize(facts)) return 'size';
  if (only(facts, ['species'])) return 'animal';
  if (only(facts, ['substances', 'combinations'])) return 'substance';
  if (only(facts, ['forms', 'routes'])) return 'form';
  return 'thing';
}

/** The labels of a word file that the index lacks: they go into one log line, for the maintainer of the file. */
export const unknownLabels = ({ labels }: PreparedWords, vocabulary: Vocabulary): string[] =>
  labels.filter((label) => {
    const [kind = ''] = label.split(': ', 1);
    return labelsOf(kind as FactKind, label.slice(kind.length + 2), vocabulary).length === 0;
  });
