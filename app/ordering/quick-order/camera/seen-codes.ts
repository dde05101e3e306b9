/**
 * Decides which codes in the camera's picture are new. A code counts once while it stays in the picture. A code may be
 * unreadable in single pictures without having left, so it counts again only after two seconds without being read.
 */
const goneMs = 2_000;

export class SeenCodes {
  readonly #lastAt = new Map<string, number>();

  /** Returns the codes of this picture that count as new. `nowMs` must grow from call to call. */
  fresh(codes: readonly string[], nowMs: number): string[] {
    for (const [code, at] of this.#lastAt) if (nowMs - at >= goneMs) this.#lastAt.delete(code);
    const found = [...new Set(codes)].filter((code) => !this.#lastAt.has(code));
    for (const code of codes) this.#lastAt.set(code, nowMs);
    return found;
  }
}
