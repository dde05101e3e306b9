/** Names of medicines from all word files, and the words that the shop never reads for one another. */
import type { Locale } from '~/base/i18n/locales';
import { plain } from './folding';
import { setOf, type PreparedWords } from './prepared-words';

export interface Medicines {
  /** True for a name of a substance or medicine, or a word with such an ending. */
  isMedicine(word: string): boolean;
  /** Names of substances and medicines from all files, whether the catalogue has them or not. */
  medicines: ReadonlySet<string>;
  /** Plain names of substances that some medicine combines with any of the given ones. */
  partnersOf(substances: readonly string[]): readonly string[];
  /** True for two words that the shop never reads or suggests for one another. */
  isNeverInterchangeable(left: string, right: string): boolean;
  /**
   * True if one text contains one word of a pair that must not be confused, and the other text contains the other word.
   */
  areKeptApart(left: string, right: string): boolean;
}

/** The label prefix that `PreparedWords` uses. */
const combinationLabel = 'combinations: ';
const shortestWithEnding = 7;

const says = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);

export function createMedicines(
  byLocale: Readonly<Record<Locale, PreparedWords>>,
  locale: Locale,
): Medicines {
  const { lists, labels } = byLocale[locale];
  const all = Object.values(byLocale).map((one) => one.lists);
  const medicines = setOf(all.flatMap((one) => one.medicines));
  const endings = [...new Set(lists.medicineEndings.map(plain))];
  const pairs = all
    .flatMap(({ never }) => never)
    .map(([left, right]) => [plain(left), plain(right)] as const)
    .flatMap(([left, right]) => [[left, right] as const, [right, left] as const]);
  const never = new Set(pairs.map((pair) => pair.join('|')));
  const together = labels
    .filter((label) => label.startsWith(combinationLabel))
    .map((label) => label.slice(combinationLabel.length).split(' + ').map(plain));
  return {
    isMedicine: (word) =>
      medicines.has(word) ||
      (word.length >= shortestWithEnding && endings.some((ending) => word.endsWith(ending))),
    medicines,
    partnersOf: (substances) => {
      const asked = setOf(substances);
      const theirs = together.filter((parts) => parts.some((part) => asked.has(part))).flat();
      return [...new Set(theirs)].filter((part) => !asked.has(part));
    },
    isNeverInterchangeable: (left, right) => never.has(`${left}|${right}`),
    areKeptApart: (left, right) => {
      const [asked, other] = [plain(left), plain(right)];
      return pairs.some(([one, two]) => says(asked, one) && !says(asked, two) && says(other, two));
    },
  };
}
