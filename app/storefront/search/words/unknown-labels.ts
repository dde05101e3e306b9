/** The labels of a word file that the index lacks: they go into one log line, for the maintainer of the file. */
import type { Vocabulary } from './vocabulary';
import type { PreparedWords } from './prepared-words';
import type { FactKind } from './word-file';

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

export const unknownLabels = ({ labels }: PreparedWords, vocabulary: Vocabulary): string[] =>
  labels.filter((label) => {
    const [kind = ''] = label.split(': ', 1);
    return !isThere(kind as FactKind, label.slice(kind.length + 2), vocabulary);
  });
