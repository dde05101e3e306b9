/**
 * Reads what was typed: `thiamazol 5mg poes` wants a substance, a strength and an animal. Words of the trade are
 * read from the word files, always; words that nothing knows are left out beside others, and said.
 */
import { plain, wordsOf } from '../words/folding';
import { measureAt, type Measure, type MeasureReader } from '../words/measures';
import type { Lexicon } from '../words/lexicon';
import type { Found } from '../words/prepared-words';
import { sayingsWithout } from '../words/negation';
import { basesOf } from '../words/number';
import { reworded } from '../words/ratios';
import { wordOfSlip } from '../words/keyboard-slips';
import { distance, nearestWord } from '../words/spelling-guard';
import type { Vocabulary } from '../words/vocabulary';
import { isWholeCode } from '../text/text-code';
import { halfOf, partsOf } from './compound';
import { factsOf, termKindOf } from './facts-of';
import { withoutNegated } from './negated';
import { cutOf, type ReadGroup, type Segment } from './segments';
import {
  plainTerm,
  type Facts,
  type Understood,
  type QueryTerm,
  type TermKind,
} from './query-term';

interface Reader {
  lexicon: Lexicon;
  vocabulary: Vocabulary | null;
}

/** The animal that one of these words names by itself, or two of them together: a guinea pig is no pig. */
function animalAmong(words: readonly string[], { lexicon, vocabulary }: Reader): Facts | null {
  const pairs = words.slice(1).map((word, at) => [words[at] ?? '', word]);
  for (const name of [...pairs, ...words.map((word) => [word])]) {
    const means = lexicon.find(name)?.concepts.map((concept) => concept.means) ?? [];
    const facts = factsOf(means, vocabulary);
    if (facts && termKindOf(facts) === 'animal') return facts;
  }
  return null;
}

/** A group of words of the trade, or null where the catalogue has none of what they mean. */
function readGroup(words: readonly string[], reader: Reader) {
  const straight = reader.lexicon.find(words);
  const found = straight ?? reader.lexicon.findTurned(words);
  const meant = found && meantTerm(words, found, reader);
  return meant && { ...meant, isTurned: straight === null };
}

/** What is sold by what it is, not by what is in it or what it is against: only that has compounds of its own kind. */
const isGoods = ({ equipment, categories, ...others }: Facts): boolean =>
  (equipment ?? categories) !== undefined && Object.keys(others).length === 0;

/** The words of a group that was typed as one, which the index does not have so: `curvedneedle`. */
function spaced(words: readonly string[], found: Found, vocabulary: Vocabulary | null) {
  const [typed = '', ...more] = words;
  if (more.length > 0 || !vocabulary || vocabulary.knows(typed)) return words;
  const listed = found.concepts
    .flatMap((concept) => concept.words.map(wordsOf))
    .find((group) => group.length > 1 && group.join('') === typed);
  return listed ?? words;
}

const shortestListed = 5;

/** `sering` of `seringue`. */
const isCutOff = (base: string, listed: string): boolean =>
  listed.startsWith(base) && listed.length - base.length <= 2;

/** A word of the concept that the index has and that was typed with a wrong letter: the file has `seringe`, too. */
function formsOfListed(word: string, found: Found, { lexicon, vocabulary }: Reader) {
  if (!vocabulary || word.length < shortestListed) return [];
  const bases = basesOf(word, lexicon.locale).filter((base) => base.length >= shortestListed);
  const right = found.concepts
    .flatMap((concept) => concept.words.map(plain))
    .find(
      (listed) =>
        vocabulary.names(listed) &&
        bases.some((base) => distance(base, listed, 1) <= 1 || isCutOff(base, listed)),
    );
  return right === undefined ? [] : vocabulary.forms(right);
}

/** How the index writes what was typed. A name of a substance stands as it is, and an animal has its own label. */
function inIndex(words: readonly string[], kind: TermKind, found: Found | null, reader: Reader) {
  const { vocabulary, lexicon } = reader;
  if (!vocabulary || kind === 'substance' || kind === 'animal' || kind === 'measure') return {};
  const joined = words.join('');
  const own = vocabulary.forms(joined);
  const forms =
    own.length > 0 || !found || words.length > 1 ? own : formsOfListed(joined, found, reader);
  const stands = words.length > 1 ? words : [...forms, joined];
  return {
    forms: forms.filter((form) => !lexicon.isNever(joined, form)),
    departments: vocabulary.departments(words),
    isUnnamed: !stands.some((word) => vocabulary.names(word)),
  };
}

function meantTerm(words: readonly string[], found: Found, { lexicon, vocabulary }: Reader) {
  const facts = factsOf(
    found.concepts.map(({ means }) => means),
    vocabulary,
  );
  if (!facts) return null;
  const usual = factsOf(
    found.core.length > 0
      ? found.core.map((concept) => concept.usual ?? concept.means)
      : found.concepts.map((concept) => concept.usual),
    vocabulary,
  );
  const kind = termKindOf(facts);
  const typed = words.join(' ');
  const written = spaced(words, found, vocabulary);
  const animal = written.length > 1 ? animalAmong(written, { lexicon, vocabulary }) : null;
  const isDemanded = !lexicon.isSoft(typed);
  const term: QueryTerm = {
    ...plainTerm(typed),
    ...inIndex(written, kind, found, { lexicon, vocabulary }),
    tails: words.length === 1 && isGoods(facts) ? tailsOf(typed, { lexicon, vocabulary }) : [],
    written: written.join(' '),
    ...{
      kind,
      facts,
      usual,
      animal,
      isExact: found.isExact,
      isKnown: true,
      isDemanded,
    },
  };
  return { term, isExact: found.isExact };
}

/** What is read for a word that no file has by itself: never a substance by half a name, nor just an animal. */
function nearTerm(word: string, found: Found | null, reader: Reader): QueryTerm | null {
  const near = found && meantTerm([word], found, reader)?.term;
  return near && near.kind !== 'substance' && near.kind !== 'animal' ? near : null;
}
const groupTerm = (words: readonly string[], reader: Reader): QueryTerm | null =>
  readGroup(words, reader)?.term ?? null;

function tailsOf(word: string, { lexicon, vocabulary }: Reader): readonly string[] {
  return lexicon.locale === 'nl' && vocabulary ? vocabulary.endingWith(word) : [];
}

function compoundTerm(word: string, reader: Reader): QueryTerm | null {
  const all = partsOf(word, reader.lexicon, reader.vocabulary);
  // A part that only helps to rank, as `middel`, is left out: the others say what is meant.
  const telling = all.filter((part) => !reader.lexicon.isSoft(part));
  const parts = (telling.length > 0 ? telling : all).map(
    (part) => groupTerm([part], reader) ?? { ...plainTerm(part), tails: tailsOf(part, reader) },
  );
  return parts.length > 0 ? { ...plainTerm(word), kind: 'thing', parts, isKnown: true } : null;
}

/** A compound with a part that stands for another of the same meaning, said to be what was read. */
function swappedTerm(word: string, reader: Reader): QueryTerm | null {
  const other = reader.lexicon.findSwapped(word);
  const meant = other && nearTerm(word, other.found, reader);
  return meant && { ...meant, ways: [other.word], correctedTo: other.word };
}

/** The known half of a compound, said to be what was read; a substance and an animal are never all that is meant. */
function halfTerm(word: string, reader: Reader): QueryTerm | null {
  // `bloed` is a disease of sheep when it stands alone, and none in `bloedplassen`.
  const says = (half: string): boolean =>
    !reader.lexicon.isAlone([half]) && groupTerm([half], reader)?.kind === 'thing';
  const half = halfOf(word, reader.lexicon, says);
  const meant = half === null ? null : groupTerm([half], reader);
  if (half === null || !meant) return null;
  return { ...meant, typed: word, ways: [half], correctedTo: half, isKnown: true };
}

/**
 * Shorter words beside others are unlisted words more often than they are misspelt: `tenir` is no tapeworm. One letter
 * for two, or two for one, is a mistake at any length: `colar`.
 */
const shortestInCompany = 6;
const undoubled = (word: string): string => word.replace(/(.)\1/g, '$1');
/** `ranger` is no Ringer's solution. */
const shortestSubstanceInCompany = 7;

const readAs = (word: string, read: string, reader: Reader): QueryTerm => ({
  ...(groupTerm([read], reader) ?? plainTerm(read)),
  ...{ typed: word, ways: [read], correctedTo: read, isKnown: true },
});

/** `compreses`: a letter written once for twice is nearer than another form of a word (`compr`). Never a medicine. */
function undoubledTerm(word: string, reader: Reader): QueryTerm | null {
  const { lexicon, vocabulary } = reader;
  if (word.length < shortestInCompany) return null;
  const isRight = (other: string): boolean =>
    lexicon.find([other])?.isExact === true && !lexicon.isNever(word, other);
  const read = [...word].map((_letter, at) => word.slice(0, at + 1) + word.slice(at)).find(isRight);
  const isMedicine =
    read !== undefined && (lexicon.isMedicine(read) || vocabulary?.isMedicine(read) === true);
  return read === undefined || isMedicine ? null : readAs(word, read, reader);
}

function slipTerm(word: string, { lexicon, vocabulary }: Reader): QueryTerm | null {
  const read = vocabulary && wordOfSlip(word, lexicon, vocabulary);
  return read === null ? null : readAs(word, read, { lexicon, vocabulary });
}

function correctedTerm(word: string, isByItself: boolean, reader: Reader): QueryTerm | null {
  const read = nearestWord(word, reader.lexicon, reader.vocabulary);
  if (!read) return null;
  if (!isByItself && word.length < shortestInCompany && undoubled(word) !== undoubled(read))
    return null;
  const meant = readAs(word, read, reader);
  const isSubstance = meant.kind === 'substance';
  if (!isByItself && isSubstance && word.length < shortestSubstanceInCompany) return null;
  // A longer ending makes another word more often than a mistake: `fermer` is no `ferme`.
  if (!isByItself && !isSubstance && word.startsWith(read)) return null;
  return meant;
}

function wordTerm(word: string, isByItself: boolean, reader: Reader): QueryTerm {
  const { lexicon, vocabulary } = reader;
  const simple = { ...plainTerm(word), isDemanded: !lexicon.isSoft(word) };
  if (!vocabulary || vocabulary.knows(word)) {
    const ways = vocabulary && !vocabulary.words.has(word) ? vocabulary.alike(word) : [];
    const written = inIndex([word], 'word', null, reader);
    return { ...simple, ...written, ways, tails: tailsOf(word, reader), isKnown: true };
  }
  if (lexicon.isMedicine(word)) return slipTerm(word, reader) ?? { ...simple, kind: 'substance' };
  const swapped = swappedTerm(word, reader);
  if (swapped) return swapped;
  const compound = compoundTerm(word, reader);
  if (compound) return compound;
  const undoubled = undoubledTerm(word, reader);
  if (undoubled) return undoubled;
  const form = nearTerm(word, lexicon.findForm(word), reader);
  if (form) return form;
  const mention = nearTerm(word, lexicon.findMention(word), reader);
  if (mention) return { ...mention, isMention: true };
  if (word.length > 2 && vocabulary.begins(word)) return { ...simple, isKnown: true };
  return (
    correctedTerm(word, isByItself, reader) ??
    slipTerm(word, reader) ??
    halfTerm(word, reader) ??
    simple
  );
}

function measureTerm({ isStrength, used: _used, ...measure }: Measure): QueryTerm {
  const kind = isStrength ? 'strength' : 'measure';
  // No name has a dose: other products are not left out for it.
  const isDemanded = !measure.isDose;
  return { ...plainTerm(measure.typed), ...measure, kind, isKnown: true, isDemanded };
}

const measuring = ({ lexicon, vocabulary }: Reader): MeasureReader => ({
  locale: lexicon.locale,
  figures: vocabulary?.figures ?? null,
});

/** Figures that a group of words swallowed, with their units or as a size: `seringue 5 ml` is a syringe of 5 ml. */
function measuresWithin(words: readonly string[], reader: Reader): QueryTerm[] {
  return words.flatMap((_word, at) => {
    const measure = measureAt(words, at, measuring(reader));
    if (!measure) return [];
    const isMeasured = /[\p{L}/]|\d[.,]\d/u.test(measure.ways[0] ?? '');
    // `lame 15` is a size, and `vitamine b 12` a name: it shuts nothing out.
    const isLast = at === words.length - 1;
    return isMeasured || isLast ? [{ ...measureTerm(measure), isDemanded: isMeasured }] : [];
  });
}

/** A size that a group of words swallowed says which variant is shown; `Virkon S` is a name, so it shuts nothing out. */
function sizesWithin(words: readonly string[], reader: Reader): QueryTerm[] {
  return words.flatMap((word) => {
    const size = groupTerm([word], reader);
    return size?.kind === 'measure' ? [{ ...size, isDemanded: false }] : [];
  });
}

function queryTermsOf(segment: Segment, isByItself: boolean, reader: Reader): QueryTerm[] {
  if (segment.kind === 'measure') return [measureTerm(segment.measure)];
  if (segment.kind === 'word') {
    const { word, typed } = segment;
    // Names have it as one: what a file means by that comes with it.
    const read = typed === word ? null : groupTerm([word], reader);
    return [{ ...(read ?? wordTerm(word, isByItself, reader)), typed }];
  }
  const words = segment.term.typed.split(' ');
  return words.length === 1
    ? [segment.term]
    : [
        segment.term,
        ...measuresWithin(words, reader),
        ...sizesWithin(words, reader),
        ...saidBeyond(segment.term, reader),
      ];
}

const isCompany = ({ kind }: QueryTerm): boolean =>
  kind === 'word' || kind === 'thing' || kind === 'substance' || kind === 'form';

/** A word that only ranks, as `oude`, leaves it to others to say what is wanted. */
const speaksForItself = (term: QueryTerm): boolean =>
  !term.isMention && term.isKnown && term.isDemanded && isCompany(term);

/** A word that stands in groups of words only says nothing beside a word that speaks for itself. */
const mentionsAlone = (terms: readonly QueryTerm[]): QueryTerm[] =>
  terms.map((term) =>
    term.isMention && terms.some(speaksForItself) ? plainTerm(term.typed) : term,
  );

/** How a medicine is given is no other thing beside it: `dex injection`. */
const isGiven = ({ facts }: QueryTerm): boolean => facts?.forms !== undefined;

/** Some words mean their concept only alone: in company they are taken as they stand, and demanded if the index has them. */
function aloneInCompany(terms: readonly QueryTerm[], { lexicon, vocabulary }: Reader): QueryTerm[] {
  return terms.map((term) => {
    const words = term.typed.split(' ');
    if (!term.facts || !lexicon.isAlone(words)) return term;
    const others = terms.filter(
      (other) =>
        other !== term && isCompany(other) && !(term.kind === 'substance' && isGiven(other)),
    );
    if (others.length === 0) return term;
    const isDemanded = vocabulary === null || words.every((word) => vocabulary.knows(word));
    // The concept still helps to rank, and meets the term; it never brings in what the other words do not.
    return { ...term, isDemanded: isDemanded && term.isDemanded };
  });
}

/** The words with those of one group put together, where the first of them stands. */
function gathered(words: readonly string[], places: readonly number[]): string[] {
  const [first = 0] = places;
  const others = (from: number, to: number): string[] =>
    words.slice(from, to).filter((_word, at) => !places.includes(from + at));
  const together = places.map((place) => words[place] ?? '');
  return [...others(0, first), ...together, ...others(first, words.length)];
}

/** Longer texts are read as they stand: each way of putting words together costs a reading of them all. */
const longestPhrase = 10;
const mostSpread = 8;

const sameFacts = (one: Facts | null, other: Facts | null): boolean =>
  one !== null && JSON.stringify(one) === JSON.stringify(other);

/** The words of a group without it; none where one of them says nothing by itself. */
function partsOfGroup(words: readonly string[], readOnce: ReadGroup, reader: Reader): Segment[] {
  const without: ReadGroup = (group) => (group.length < words.length ? readOnce(group) : null);
  const parts = cutOf(words, without, reader.vocabulary, measuring(reader)).segments;
  return parts.every(({ kind }) => kind === 'group') ? parts : [];
}
const termsIn = (segments: readonly Segment[]): QueryTerm[] =>
  segments.flatMap((one) => (one.kind === 'group' ? [one.term] : []));

const isTool = ({ facts }: QueryTerm): boolean => facts?.equipment !== undefined;

/** Beside a medicine that is given with it a tool is none: `calcium`, `perfusion vache`. */
function withoutTools(
  segments: readonly Segment[],
  readOnce: ReadGroup,
  reader: Reader,
): readonly Segment[] {
  if (!termsIn(segments).some(({ kind }) => kind === 'substance')) return segments;
  return segments.flatMap((segment) => {
    if (segment.kind !== 'group' || !isTool(segment.term)) return [segment];
    const parts = partsOfGroup(segment.term.typed.split(' '), readOnce, reader);
    return parts.length > 1 && !termsIn(parts).some(isTool) ? parts : [segment];
  });
}

/** A word of a group that means no more than its form: antibiotics come first of `collyre antibiotique`. */
function saidBeyond(term: QueryTerm, reader: Reader): QueryTerm[] {
  const words = term.typed.split(' ');
  if (term.kind !== 'form' || words.length < 2) return [];
  const parts = termsIn(partsOfGroup(words, (group) => readGroup(group, reader), reader));
  const isForm = parts.some(({ facts }) => sameFacts(facts, term.facts));
  return isForm
    ? parts
        .filter((part) => part.kind === 'thing' && !isTool(part))
        .map((part) => ({ ...part, isDemanded: false }))
    : [];
}

/** As typed, or with the words of a group put together where more is understood so: `spray chien plaie`. */
function segmentsOf(words: readonly string[], reader: Reader): Segment[] {
  const read = new Map<string, ReturnType<typeof readGroup>>();
  const readOnce = (group: readonly string[]) => {
    const key = group.join(' ');
    const known = read.get(key);
    if (known !== undefined) return known;
    const found = readGroup(group, reader);
    read.set(key, found);
    return found;
  };
  const cut = (of: readonly string[]) => cutOf(of, readOnce, reader.vocabulary, measuring(reader));
  let best = cut(words);
  const spread = words.length > longestPhrase ? [] : reader.lexicon.spread(words);
  for (const places of spread.slice(0, mostSpread)) {
    if (places.every((place, at) => place === (places[0] ?? 0) + at)) continue;
    const other = cut(gathered(words, places));
    if (other.cost < best.cost) best = other;
  }
  const isFiller = (one: Segment): boolean =>
    one.kind === 'word' && reader.lexicon.isFiller(one.word);
  const segments = withoutTools(best.segments, readOnce, reader);
  const telling = segments.filter((one) => !isFiller(one));
  return telling.length > 0 ? telling : [...segments];
}

/** The words before the one that says what for; none where nothing stands on one of its sides. */
function headWords(all: readonly string[], { lexicon }: Reader): ReadonlySet<string> {
  const isTelling = (word: string): boolean => !lexicon.isIdle(word);
  const at = all.findIndex((word) => lexicon.isPurpose(word));
  const before = all.slice(0, Math.max(0, at)).filter(isTelling);
  return new Set(all.slice(at + 1).some(isTelling) ? before : []);
}

/** The words after the one that says when: `castratie` of `pijn na castratie`; none where nothing stands before it. */
function wordsOfWhen(all: readonly string[], { lexicon }: Reader): ReadonlySet<string> {
  const at = all.findIndex((word) => lexicon.isCircumstance(word));
  const before = all.slice(0, Math.max(0, at));
  return new Set(before.some((word) => !lexicon.isIdle(word)) ? all.slice(at + 1) : []);
}

/** What happened before, or comes next, is not what is wanted; a medicine that is named is never left out. */
function withoutWhen(terms: readonly QueryTerm[], when: ReadonlySet<string>): readonly QueryTerm[] {
  const isWhen = ({ typed, kind }: QueryTerm): boolean =>
    (kind === 'thing' || kind === 'word' || kind === 'form') &&
    typed.split(' ').every((word) => when.has(word));
  const isWanted = (term: QueryTerm): boolean =>
    term.facts !== null && speaksForItself(term) && !isWhen(term);
  if (!terms.some(isWanted)) return terms;
  return terms.map((term) => (isWhen(term) ? { ...term, isDemanded: false } : term));
}

const withHeads = (terms: readonly QueryTerm[], heads: ReadonlySet<string>): QueryTerm[] =>
  terms.map((term) =>
    term.typed.split(' ').every((word) => heads.has(word)) ? { ...term, isHead: true } : term,
  );

/** The text as names write it; as it was typed where they write it no other way. */
function asNamed(
  text: string,
  words: readonly string[],
  terms: readonly QueryTerm[],
  reader: Reader,
) {
  const typed = words.join(' ');
  const named = terms.reduce((all, term) => {
    const group = term.written.split(' ');
    const isMeasure = term.kind === 'measure' || term.kind === 'strength';
    const [
      form = isMeasure ? term.written : group.map((word) => namedWord(word, reader)).join(' '),
    ] = term.forms;
    return isAsTyped(term) ? all : ` ${all} `.replace(` ${term.typed} `, ` ${form} `).trim();
  }, typed);
  return named === typed || named === '' ? text : named;
}
const isAsTyped = ({ kind }: QueryTerm): boolean => kind === 'substance' || kind === 'animal';

const namedWord = (word: string, { vocabulary, lexicon }: Reader): string =>
  animalAmong([word], { vocabulary, lexicon }) ? word : (vocabulary?.forms(word)[0] ?? word);

/** A code has no words to be read: it is met whole, or not at all. */
const asCode = (text: string): Understood => ({
  ...{ inNames: text, departments: null, terms: [plainTerm(text)] },
  ...{ dropped: [], negated: [], unwanted: [], corrected: [], partners: [], contraries: [] },
});

/** `sur-chaussures` is one word: no file needs its first part to say nothing. */
const rejoined = (text: string, { lexicon, vocabulary }: Reader): string =>
  text.replace(/(?<![\p{L}-])(\p{L}{2,})-(\p{L}{3,})(?![\p{L}-])/gu, (typed, one: string, two) => {
    const whole = one + String(two);
    const isWord = lexicon.find([plain(whole)])?.isExact ?? vocabulary?.knows(plain(whole));
    return lexicon.isIdle(plain(one)) && isWord ? whole : typed;
  });

/** How far back a letter may belong to a word: `vitamine a d`. */
const mostBefore = 3;

/** A letter that is a word of its own elsewhere, and part of a name here: `vit d`, `vitamine a`. */
const isNameLetter = (words: readonly string[], at: number, { lexicon }: Reader): boolean =>
  words[at]?.length === 1 &&
  Array.from({ length: Math.min(at, mostBefore) }, (_, back) =>
    words.slice(at - 1 - back, at + 1),
  ).some((group) => lexicon.find(group)?.isExact === true);

/** Words that say nothing are one text where there are no others: `le la les` is no long-acting `LA`. */
const asOneText = (words: readonly string[]): Segment[] => {
  const text = words.join(' ');
  return [{ kind: 'word', word: text, typed: text }];
};

/** What is sold together with the substances that were asked for, as the index calls it. */
function partnersOf(terms: readonly QueryTerm[], { lexicon, vocabulary }: Reader): string[] {
  const asked = terms.flatMap(({ kind, facts }) =>
    kind === 'substance' && facts
      ? [
          ...(facts.substances ?? []),
          ...(facts.combinations ?? []).flatMap((one) => one.split(' + ')),
        ]
      : [],
  );
  if (asked.length === 0 || !vocabulary) return [];
  return lexicon.partnersOf(asked).flatMap((name) => vocabulary.label('substances', name) ?? []);
}

/** Names that have a word of the text only to say that the product is without it, unless that was asked for. */
function contrariesOf(all: readonly string[], terms: readonly QueryTerm[], reader: Reader) {
  const { lexicon, vocabulary } = reader;
  const text = ` ${all.join(' ')} `;
  const words = terms.flatMap(({ kind, typed, forms }) =>
    kind === 'measure' || kind === 'strength' ? [] : [...typed.split(' '), ...forms],
  );
  return [...new Set(words)]
    .flatMap((word) => sayingsWithout(word, lexicon.locale))
    .filter((group) => vocabulary?.saysWithout(group) && !text.includes(` ${group.join(' ')} `))
    .map((group) => group.join(' '));
}

/** A code beside words is met: another product would be shown in its stead. */
const hasCode = /\d{5}/;

export function understand(typedText: string, reader: Reader): Understood {
  if (isWholeCode(typedText)) return asCode(typedText);
  const ratios = reworded(typedText, reader.lexicon.locale);
  const text = rejoined(ratios.text, reader);
  const typed = wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '%');
  const {
    kept: all,
    negated,
    unwanted,
  } = withoutNegated(typed, reader, (group) => groupTerm(group, reader));
  const telling = all.filter(
    (word, at) => !reader.lexicon.isIdle(word) || isNameLetter(all, at, reader),
  );
  const isSaid = telling.length > 0 || all.length < 2;
  const segments = isSaid ? segmentsOf(telling.length > 0 ? telling : all, reader) : asOneText(all);
  const read = segments.flatMap((one) => queryTermsOf(one, segments.length === 1, reader));
  const wanted = withoutWhen(mentionsAlone(read), wordsOfWhen(all, reader));
  const terms = withHeads(aloneInCompany(wanted, reader), headWords(all, reader));
  // A figure alone stands in half of the catalogue: words beside it are not left out for its sake.
  const isSure = terms.some(
    ({ isKnown, isDemanded, kind }) =>
      isKnown && isDemanded && kind !== 'measure' && kind !== 'strength',
  );
  const isDropped = ({ isKnown, kind, typed: word }: QueryTerm): boolean =>
    isSure && !isKnown && kind === 'word' && !hasCode.test(word);
  return {
    inNames: asNamed(negated.length > 0 ? all.join(' ') : text, all, terms, reader),
    departments: reader.vocabulary?.departments(telling) ?? null,
    terms: terms.map((term) => (isDropped(term) ? { ...term, isDemanded: false } : term)),
    dropped: terms.filter(isDropped).map(({ typed }) => typed),
    negated,
    unwanted,
    partners: partnersOf(terms, reader),
    contraries: contrariesOf(all, terms, reader),
    corrected: [
      ...ratios.read,
      ...terms.flatMap(({ typed, correctedTo }) =>
        correctedTo === null ? [] : [{ typed, read: correctedTo }],
      ),
    ],
  };
}
