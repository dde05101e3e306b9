/** Postings with positions of one analysed text field: one entry per occurrence, by term, then document. */
import type { Analyzer } from '../analysis/analyzers';
import { Bitset } from './bitset';
import { GrowingInts } from './growing-ints';
import type { Lexicon } from './lexicon';

/** Between two values of one field, so that a phrase never spans them (`position_increment_gap`). */
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

  /** In how many documents the term occurs. */
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

/** Analyses texts once: variants of a product share most of them. */
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

export class TextColumnBuilder {
  private readonly terms = new GrowingInts();
  private readonly docs = new GrowingInts();
  private readonly positions = new GrowingInts();
  private lastDoc = -1;
  private nextPosition = 0;

  constructor(private readonly reader: TextReader) {}

  add(doc: number, text: string): void {
    const { terms, positions } = this.reader.read(text);
    const base = doc === this.lastDoc ? this.nextPosition : 0;
    for (let at = 0; at < terms.length; at++) {
      this.terms.push(terms[at] ?? 0);
      this.docs.push(doc);
      this.positions.push(Math.min(LAST_POSITION, base + (positions[at] ?? 0)));
    }
    this.lastDoc = doc;
    this.nextPosition = base + (positions.at(-1) ?? -1) + 1 + VALUE_GAP;
  }

  finish(size: number): TextColumn {
    const { lexicon } = this.reader;
    const starts = this.countTerms(lexicon.size);
    const docs = new Int32Array(this.terms.length);
    const positions = new Uint16Array(this.terms.length);
    const frequencies = new Int32Array(lexicon.size);
    const lengths = new Uint16Array(size);
    const next = starts.slice();
    for (let at = 0; at < this.terms.length; at++) {
      const term = this.terms.at(at);
      const doc = this.docs.at(at);
      const place = next[term] ?? 0;
      if (place === starts[term] || docs[place - 1] !== doc) {
        frequencies[term] = (frequencies[term] ?? 0) + 1;
      }
      docs[place] = doc;
      positions[place] = this.positions.at(at);
      next[term] = place + 1;
      lengths[doc] = (lengths[doc] ?? 0) + 1;
    }
    const filled = lengths.reduce((count, length) => count + (length > 0 ? 1 : 0), 0);
    const average = filled === 0 ? 1 : this.terms.length / filled;
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

  private countTerms(termCount: number): Int32Array {
    const starts = new Int32Array(termCount + 1);
    for (const term of this.terms.view()) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    for (let term = 1; term <= termCount; term++) {
      starts[term] = (starts[term] ?? 0) + (starts[term - 1] ?? 0);
    }
    return starts;
  }
}
