/** What an editor of forms saves: drawn once, in French, and translated by `form_options` (contract/erp.md 15.1). */
import type { Text } from '../../world';

/** By the French words: the Dutch and the English ones. */
export type Words = Readonly<Record<string, readonly [nl: string, en: string]>>;

interface Drawn {
  id: number;
  code: string;
  name: Text;
  components: readonly object[];
  words: Words;
}

const translated = (words: Words, position: 0 | 1) =>
  Object.fromEntries(Object.entries(words).map(([french, others]) => [french, others[position]]));

/** A form for visitors, too; `id` also says where it stands in the list. */
export const drawnForm = ({ id, code, name, components, words }: Drawn) => ({
  id,
  code,
  name,
  sequence: id * 10,
  customersOnly: false,
  components: [],
  drawn: {
    form: { display: 'form', components },
    options: { i18n: { fr: {}, nl: translated(words, 0), en: translated(words, 1) } },
  },
});
