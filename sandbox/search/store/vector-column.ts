/** Vectors of a `dense_vector` field, consecutive in one array; documents without a vector have row -1. */
import { Bitset } from './bitset';

/** Single precision has about seven digits; more would be noise. */
const DIGITS = 7;

export function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

export class VectorColumn {
  readonly kind = 'vector';

  constructor(
    readonly size: number,
    readonly dims: number,
    private readonly rows: Int32Array,
    private readonly values: Float32Array,
    private readonly lengths: Float32Array,
  ) {}

  has(doc: number): boolean {
    return (this.rows[doc] ?? -1) >= 0;
  }

  vector(doc: number): number[] | null {
    const row = this.rows[doc] ?? -1;
    if (row < 0) return null;
    const values = this.values.subarray(row * this.dims, (row + 1) * this.dims);
    return Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
  }

  /**
   * Cosine between the document's vector and `wanted`, which has the same dimensions; `size` is the norm of `wanted`.
   */
  cosine(doc: number, wanted: Float32Array, size: number): number {
    const row = this.rows[doc] ?? -1;
    const base = row * this.dims;
    let dot = 0;
    for (let at = 0; at < this.dims; at++) dot += (this.values[base + at] ?? 0) * (wanted[at] ?? 0);
    const product = size * (this.lengths[row] ?? 0);
    return product === 0 ? 0 : dot / product;
  }

  exists(): Bitset {
    const bits = new Bitset(this.size);
    for (let doc = 0; doc < this.size; doc++) if (this.has(doc)) bits.add(doc);
    return bits;
  }
}

export class VectorColumnBuilder {
  /** Row of each document: variants of a product pass the same vector object, which is stored once. */
  private readonly rowOf = new Map<number, number>();
  private readonly vectors: Float32Array[] = [];
  private last: unknown = null;

  constructor(private readonly dims: number) {}

  add(doc: number, given: unknown, read: () => Float32Array): void {
    if (given !== this.last) this.vectors.push(read());
    this.last = given;
    this.rowOf.set(doc, this.vectors.length - 1);
  }

  finish(size: number): VectorColumn {
    const rows = new Int32Array(size).fill(-1);
    const values = new Float32Array(this.vectors.length * this.dims);
    const lengths = new Float32Array(this.vectors.length);
    for (const [doc, row] of this.rowOf) rows[doc] = row;
    this.vectors.forEach((vector, row) => {
      values.set(vector, row * this.dims);
      lengths[row] = lengthOf(vector);
    });
    return new VectorColumn(size, this.dims, rows, values, lengths);
  }
}
