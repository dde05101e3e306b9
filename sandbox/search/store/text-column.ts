/** Postings with positions of one analysed text field: one entry per occurrence, by term, then document. */
import type { Analyzer } from '../analysis/analyzers';
import { Bitset } from './bitset';
import { GrowingInts } from './growing-ints';
import type { Lexicon } from './lexicon';

/** Position gap between two values of one field, so that a phrase never spans them (`position_increment_gap`). */
const VALUE_GAP = 100;
const LAST_POSITION = 0xffff;

export class TextColumn {
  readonly kind = 'text';

  constructor(
    readonly size: number,
    readonly lexicon: Lexicon,
    private readonly starts: Int32Array,
    readonly docs: Int32Array,
    readonly positions: Uint16Array,
    private readonly frequencies: Int32Array,
    readonly lengths: Uint16Array,
    readonly documentCount: number,
    readonly averageLength: number,
  ) {}

  from(term: number): number {
    return this.starts[term] ?? this.docs.length;
  }

  to(term: number): number {
    return this.starts[term + 1] ?? this.docs.length;
  }

  /** Number of documents that contain the term. */
  documentFrequency(term: number): number {
    return this.frequencies[term] ?? 0;
  }

  exists(): Bitset {
    const bits = new Bitset(this.size);
    for (let doc = 0; doc < this.size; doc++) if ((this.lengths[doc] ?? 0) > 0) bits.add(doc);
    return bits;
  }
}

interface Analysed {
  terms: Int32Array;
  positions: Int32Array;
}

const REMEMBERED = 4096;

/** Analyses each text once: variants of a product share most texts. */
export class TextReader {
  private readonly known = new Map<string, Analysed>();

  constructor(
    private readonly analyzer: Analyzer,
    readonly lexicon: Lexicon,
  ) {}

  read(text: string): Analysed {
    const known = this.known.get(text);
    if (known) return known;
    const tokens = this.analyzer.analyze(text);
    const analysed = {
      terms: new Int32Array(tokens.length),
      positions: new Int32Array(tokens.length),
    };
    let at = 0;
    for (const token of tokens) {
      analysed.terms[at] = this.lexicon.add(token.term);
      analysed.positions[at++] = token.position;
    }
    if (this.known.size >= REMEMBERED) this.known.clear();
    this.known.set(text, analysed);
    return analysed;
  }
}

/** Collects the texts of one field and analyses them when its column is created. */
export class TextColumnBuilder {
  private readonly docs = new GrowingInts();
  private readonly texts: string[] = [];

  constructor(private readonly reader: TextReader) {}

  add(doc: number, text: string): void {
    this.docs.push(doc);
    this.texts.push(text);
  }

  finish(size: number): TextColumn {
    const words = this.words();
    const { lexicon } = this.reader;
    const starts = countTerms(words.terms.view(), lexicon.size);
    const docs = new Int32Array(words.terms.length);
    const positions = new Uint16Array(words.terms.length);
    const frequencies = new Int32Array(lexicon.size);
    const lengths = new Uint16Array(size);
    const next = starts.slice();
    for (let at = 0; at < words.terms.length; at++) {
      const term = words.terms.at(at);
      const doc = words.docs.at(at);
      const place = next[term] ?? 0;
      if (place === starts[term] || docs[place - 1] !== doc) {
        frequencies[term] = (frequencies[term] ?? 0) + 1;
      }
      docs[place] = doc;
      positions[place] = words.positions.at(at);
      next[term] = place + 1;
      lengths[doc] = (lengths[doc] ?? 0) + 1;
    }
    const filled = lengths.reduce((count, length) => count + (length > 0 ? 1 : 0), 0);
    const average = filled === 0 ? 1 : words.terms.length / filled;
    return new TextColumn(
      size,
      lexicon,
      starts,
      docs,
      positions,
      frequencies,
      lengths,
      filled,
      average,
    );
  }

  /** One entry per occurrence of a word, in the order of the texts. */
  private words(): { terms: GrowingInts; docs: GrowingInts; positions: GrowingInts } {
    const words = {
      terms: new GrowingInts(),
      docs: new GrowingInts(),
      positions: new GrowingInts(),
    };
    let lastDoc = -1;
    let nextPosition = 0;
    for (const [at, text] of this.texts.entries()) {
      const doc = this.docs.at(at);
      const { terms, positions } = this.reader.read(text);
      const base = doc === lastDoc ? nextPosition : 0;
      for (let word = 0; word < terms.length; word++) {
        words.terms.push(terms[word] ?? 0);
        words.docs.push(doc);
        words.positions.push(Math.min(LAST_POSITION, base + (positions[word] ?? 0)));
      }
      lastDoc = doc;
      nextPosition = base + (positions.at(-1) ?? -1) + 1 + VALUE_GAP;
    }
    return words;
  }
}

function countTerms(terms: Int32Array, termCount: number): Int32Array {
  const starts = new Int32Array(termCount + 1);
  for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 1; term <= termCount; term++) {
    starts[term] = (starts[term] ?? 0) + (starts[term - 1] ?? 0);
  }
  return starts;
}
