/**
 * The format in which the ERP's form editor saves a form: components in French, translated by `form_options`
 * (contract/erp.md 15.1).
 */
import type { Text } from '../../world';

/** Dutch and English translations by the French words. */
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

/** A form that guests may use too; `id` also sets its position in the list. */
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
