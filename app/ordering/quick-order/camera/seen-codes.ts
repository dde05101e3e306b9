/**
 * Decides which codes in the camera's picture are new. A code counts once while it stays in the picture. A code may be
 * unreadable in single pictures without having left, so it counts again only after two seconds without being read.
 */
import type { FoundCode } from './reader/found-code';

const goneMs = 2_000;
/** A second picture must show a one-dimensional code within this time. */
const agreeMs = 1_000;

export interface NewCode {
  text: string;
  /** Text of a code of the same pack that counted before and holds less; this one takes its place. */
  replaces: string | null;
}

interface Sight {
  code: FoundCode;
  at: number;
  /** `merged`: another code of the same pack counts. */
  state: 'unconfirmed' | 'counted' | 'merged';
}

export class SeenCodes {
  readonly #sights = new Map<string, Sight>();

  /** Returns the codes of this picture that count as new. `nowMs` must grow from call to call. */
  fresh(codes: readonly FoundCode[], nowMs: number): NewCode[] {
    for (const [text, { at, state }] of this.#sights)
      if (nowMs - at >= (state === 'unconfirmed' ? agreeMs : goneMs)) this.#sights.delete(text);
    const found = new Map(codes.map((code) => [code.text, code]));
    const confirmed = [...found.values()].filter((code) => this.#confirms(code, nowMs));
    // Codes with lot and expiry come first: an EAN with the same GTIN in the picture is on the same pack.
    return [...confirmed]
      .sort((one, other) => Number(other.hasMore) - Number(one.hasMore))
      .flatMap((code) => this.#count(code));
  }

  /** Stores that the code was seen; returns true when it is new and no further picture needs to agree. */
  #confirms(code: FoundCode, nowMs: number): boolean {
    const before = this.#sights.get(code.text);
    this.#sights.set(code.text, { code, at: nowMs, state: before?.state ?? 'unconfirmed' });
    for (const sight of this.#ofPack(code)) sight.at = nowMs;
    return (before?.state ?? 'unconfirmed') === 'unconfirmed' && (!code.linear || !!before);
  }

  #count(code: FoundCode): NewCode[] {
    const sight = this.#sights.get(code.text);
    const others = this.#ofPack(code).filter((one) => one.state === 'counted');
    if (!sight) return [];
    if (!code.hasMore && others.length > 0) {
      sight.state = 'merged';
      return [];
    }
    sight.state = 'counted';
    const less = others.find((one) => !one.code.hasMore);
    if (less) less.state = 'merged';
    return [{ text: code.text, replaces: less?.code.text ?? null }];
  }

  /** Returns the other confirmed codes in the picture with the same GTIN. */
  #ofPack({ gtin, text }: FoundCode): Sight[] {
    return [...this.#sights.values()].filter(
      ({ code, state }) =>
        gtin !== null && code.gtin === gtin && code.text !== text && state !== 'unconfirmed',
    );
  }
}
