/**
 * The steps that read a search text, in order, each with its input and output. `npm run relevance -- --ablate` switches
 * off one step after the other and prints what each is worth.
 */
type Part =
  | 'text'
  | 'words'
  | 'segments'
  | 'group'
  | 'word'
  | 'noun'
  | 'term'
  | 'terms'
  | 'notices'
  | 'filter'
  | 'ranking';

interface StepFacts {
  from: Part;
  to: Part;
  /** Protects against a wrong medicine, strength or allergen, so it stays whatever its worth. */
  isSafety?: true;
  /** The judged set whose queries the step was written for; its worth there proves nothing. */
  writtenFor?: string;
}

const stepFacts = {
  'letter m of the other keyboard': { from: 'text', to: 'text' },
  'ratios and pack sizes': { from: 'text', to: 'text', isSafety: true },
  negation: { from: 'words', to: 'words', isSafety: true },
  'stop words': { from: 'words', to: 'words' },
  'letters of names': { from: 'words', to: 'words', isSafety: true },
  measures: { from: 'words', to: 'segments', isSafety: true },
  groups: { from: 'words', to: 'segments' },
  'groups in another order': { from: 'words', to: 'group', writtenFor: 'fresh' },
  'groups with words between': { from: 'words', to: 'segments', writtenFor: 'fresh' },
  'words that only complete groups': { from: 'segments', to: 'segments' },
  'measures in groups': { from: 'group', to: 'terms' },
  'animals in groups': { from: 'group', to: 'term', isSafety: true },
  'groups without spaces': { from: 'group', to: 'term' },
  'stems of listed words': { from: 'word', to: 'term' },
  'numbers of listed nouns': { from: 'noun', to: 'term', writtenFor: 'fresh' },
  'words of other languages': { from: 'word', to: 'term' },
  'numbers of indexed nouns': { from: 'noun', to: 'term' },
  'index spellings of listed words': { from: 'word', to: 'term' },
  'similar indexed words': { from: 'word', to: 'term' },
  'indexed words that end alike': { from: 'word', to: 'term' },
  'whole names of departments': { from: 'word', to: 'term' },
  'parts of compounds': { from: 'word', to: 'term' },
  'other forms of listed words': { from: 'word', to: 'term' },
  'words known only from groups': { from: 'word', to: 'term' },
  'beginnings of words': { from: 'word', to: 'term', isSafety: true },
  spelling: { from: 'word', to: 'term' },
  'typing mistakes': { from: 'word', to: 'term' },
  'sizes by colour': { from: 'terms', to: 'terms' },
  'bare percentages': { from: 'terms', to: 'terms', isSafety: true },
  'group words as text': { from: 'terms', to: 'terms' },
  'thing before its purpose': { from: 'terms', to: 'terms' },
  'unknown words left out': { from: 'terms', to: 'terms' },
  'spelling of product names': { from: 'terms', to: 'ranking' },
  'requested animal only': { from: 'terms', to: 'filter', isSafety: true },
  'negated things last': { from: 'terms', to: 'ranking', isSafety: true },
  'names that lack a thing last': { from: 'terms', to: 'ranking', isSafety: true },
  'single substances first': { from: 'terms', to: 'ranking', isSafety: true },
  'last part of compounds first': { from: 'term', to: 'ranking' },
  'known words in names first': { from: 'terms', to: 'ranking' },
  'tools before complaints': { from: 'terms', to: 'ranking' },
  'meaning before mentions': { from: 'term', to: 'ranking' },
  'all kinds of facts first': { from: 'term', to: 'ranking' },
  'usual facts first': { from: 'term', to: 'ranking' },
  'strengths and weights first': { from: 'terms', to: 'ranking', isSafety: true },
  'substances and departments first': { from: 'text', to: 'ranking' },
  'negated qualities last': { from: 'text', to: 'ranking', isSafety: true },
} as const satisfies Readonly<Record<string, StepFacts>>;

export type StepName = keyof typeof stepFacts;
export const stepNames = Object.keys(stepFacts) as StepName[];
export const factsOfStep = (name: StepName): StepFacts => stepFacts[name];

interface Trial {
  without: StepName | null;
  /** The steps that changed their input. */
  acted: Set<StepName>;
}
/** Set only while the relevance report runs, and only within one synchronous call. */
let trial: Trial | null = null;

/** Runs a step on its input; returns the input unchanged if a trial switched the step off. */
export function runStep<T>(name: StepName, input: T, run: () => T): T {
  if (trial === null) return run();
  if (trial.without === name) return input;
  const output = run();
  if (output !== input && JSON.stringify(output) !== JSON.stringify(input)) trial.acted.add(name);
  return output;
}

/** Runs `work` with one step switched off, and reports which steps changed their input. */
export function tryWithout<T>(without: StepName | null, work: () => T) {
  trial = { without, acted: new Set() };
  try {
    return { value: work(), acted: trial.acted as ReadonlySet<StepName> };
  } finally {
    trial = null;
  }
}
