/**
 * Which codes of the picture are new. A code counts once for as long as it is in the picture; a few pictures in
 * which it cannot be read do not mean that it has left: only when it has not been read for two seconds may it
 * count again.
 */
const goneMs = 2_000;

export class SeenCodes {
  readonly #lastAt = new Map<string, number>();

  /** Of the codes in this picture those that count; `nowMs` grows from call to call. */
  fresh(codes: readonly string[], nowMs: number): string[] {
    for (const [code, at] of this.#lastAt) if (nowMs - at >= goneMs) this.#lastAt.delete(code);
    const found = [...new Set(codes)].filter((code) => !this.#lastAt.has(code));
    for (const code of codes) this.#lastAt.set(code, nowMs);
    return found;
  }
}
