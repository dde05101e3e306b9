/** What passes between the camera and the worker that reads barcodes. */

export interface FoundCode {
  /** Text as a hand scanner would send it. */
  text: string;
  /** True for one-dimensional codes: a blurred one may give another valid number, so a second picture must agree. */
  linear: boolean;
  /** GTIN in 14 digits, if the code starts with one. */
  gtin: string | null;
  /** True when the code holds more than the GTIN, for example lot and expiry. */
  hasMore: boolean;
}

/** The fields of ImageData. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** The worker sends `ready` or `failed` once, then one answer per picture, in order. */
export type WorkerMessage =
  { kind: 'ready' } | { kind: 'failed' } | { kind: 'codes'; codes: FoundCode[] };
