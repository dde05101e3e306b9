/** Figures with what they count, in the ways in which a catalogue may write them: `5ml`, `5 ml`, `5cc`; `2,5 %` is `25 mg/ml`. */

export interface Measure {
  typed: string;
  ways: readonly string[];
  /** A dose of a medicine: never left out of a search. */
  isStrength: boolean;
  /** Words used of those given. */
  used: number;
}

const figure = '\\d+(?:[.,]\\d+)?';
const joined = new RegExp(`^(${figure})([a-zµ]+)$`);
const sides = new RegExp(`^(${figure})x(${figure})(?:([a-z]+))?$`);
const alone = new RegExp(`^${figure}$`);
const thread = /^\d{1,2}\/0$/;

/** Spellings of a unit in searches, and in catalogues. */
const units: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['mg|milligram|milligramme|milligrammes|milligrams', 'mg'],
    ['g|gr|gram|gramme|grammes|grams|gauge|ga', 'g'],
    ['kg|kilo|kilos', 'kg'],
    ['mcg|ug|µg|μg|microgram|microgrammes|micrograms', 'µg|mcg|ug|microgram'],
    ['ml|cc|millilitre|millilitres|milliliter|mls', 'ml'],
    ['cl', 'cl'],
    ['l|litre|litres|liter|liters', 'l|litre|liter|litres'],
    ['cm', 'cm'],
    ['mm', 'mm'],
    ['m|metre|meter|metres', 'm'],
    ['ui|ie|iu|i.e|u|unit|units|unites|eenheden', 'ui|ie|iu'],
    ['ch|fr|charriere|french', 'ch|fr'],
    ['mmol', 'mmol'],
  ].flatMap(([typed = '', written = '']) =>
    typed.split('|').map((unit): [string, string[]] => [unit, written.split('|')]),
  ),
);
const doses: ReadonlySet<string> = new Set(['mg', 'µg', 'ui', 'mmol']);

/** `0,5` and `0.5` are one figure, whichever the catalogue of this language writes. */
const signs = (written: string): string[] => {
  const other = written.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.'));
  return other === written ? [written] : [written, other];
};
const each = <T>(list: readonly T[], map: (one: T) => readonly string[]): string[] => [
  ...new Set(list.flatMap(map)),
];

/** A combination is asked for by its sum: 250 mg of amoxicillin and clavulanic acid are 200 and 50. */
function sums(amount: number): string[] {
  const parts = [
    [0.8, 0.2],
    [5 / 6, 1 / 6],
    [0.5, 0.5],
  ].map((shares) => shares.map((share) => Math.round(share * amount * 100) / 100));
  return parts
    .filter(([left = 0, right = 0]) => amount >= 20 && left + right === amount)
    .map(([left, right]) => `${left} + ${right} mg`);
}

function counted(
  typed: string,
  amount: string,
  unit: string,
  over: string | null,
  used: number,
): Measure {
  const written = units.get(unit) ?? [unit];
  const each1 = each(signs(amount), (one) =>
    written.flatMap((name) =>
      over ? [`${one} ${name}/${over}`] : [`${one} ${name}`, `${one}${name}`],
    ),
  );
  const isStrength = doses.has(written[0] ?? '') || over !== null;
  const ways =
    unit === 'mg' && !over ? [...each1, ...sums(Number(amount.replace(',', '.')))] : each1;
  return { typed, ways, isStrength, used };
}

function percentage(amount: string): Measure {
  const perMl = Math.round(Number(amount.replace(',', '.')) * 10 * 1000) / 1000;
  const ways = [
    ...signs(amount).map((one) => `${one} %`),
    ...signs(String(perMl)).map((one) => `${one} mg/ml`),
  ];
  return { typed: `${amount} %`, ways, isStrength: true, used: 2 };
}

/** The measure that begins at a word, or null. */
export function measureAt(words: readonly string[], at: number): Measure | null {
  const [word = '', next = '', after = ''] = words.slice(at, at + 3);
  const isOver = (one: string): boolean => /^(ml|g|kg|l|h)$/.test(one);
  const stuck = joined.exec(word);
  if (stuck?.[1] && stuck[2] && units.has(stuck[2])) {
    const over = units.get(stuck[2])?.[0] === 'mg' && isOver(next) ? next : null;
    return counted(word, stuck[1], stuck[2], over, over ? 2 : 1);
  }
  const two = sides.exec(word);
  if (two?.[1] && two[2]) {
    const way = `${two[1]} x ${two[2]}`;
    return {
      typed: word,
      ways: [way, word, ...each([way], (one) => signs(one))],
      isStrength: false,
      used: 1,
    };
  }
  if (thread.test(word)) {
    return { typed: word, ways: [word, word.replace('/', '-')], isStrength: false, used: 1 };
  }
  if (!alone.test(word)) return null;
  if (next === '%') return percentage(word);
  if (units.has(next)) {
    const over = units.get(next)?.[0] === 'mg' && isOver(after) ? after : null;
    return counted(`${word} ${next}`, word, next, over, over ? 3 : 2);
  }
  return { typed: word, ways: each([word], signs), isStrength: false, used: 1 };
}
