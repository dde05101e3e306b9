/** What a word file means by labels that the index does not have: one log line for the maintainer of the file. */
import type { Vocabulary } from './vocabulary';
import { factKinds, type FactKind, type WordFile } from './word-file';

function isThere(kind: FactKind, label: string, vocabulary: Vocabulary): boolean {
  switch (kind) {
    case 'equipment':
    case 'names':
      return vocabulary.hasWords(label);
    case 'combinations':
      return label.split(' + ').every((part) => vocabulary.label('substances', part) !== null);
    case 'ranges':
      return vocabulary.label('ranges', label.split(' · ')[0] ?? '') !== null;
    default:
      return vocabulary.label(kind, label) !== null;
  }
}

export function unknownLabels(file: WordFile, vocabulary: Vocabulary): string[] {
  const lacking = new Set<string>();
  for (const { means } of file.concepts) {
    for (const kind of factKinds) {
      for (const label of means[kind] ?? []) {
        if (!isThere(kind, label, vocabulary)) lacking.add(`${kind}: ${label}`);
      }
    }
  }
  return [...lacking];
}
