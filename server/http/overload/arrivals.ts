/**
 * Tracks requests whose body is still arriving (P-59, P-62). They cost a socket but no work, so they do not count as in
 * flight: otherwise a thousand clients that never send their body would block the shop. When many are arriving at once,
 * the number per network is limited.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, () => void>();

/** Called by the reader that has received the whole body: from then on the request counts as work. */
export const bodyArrived = (request: IncomingMessage): void => waiting.get(request)?.();

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export class Arrivals {
  readonly #many: number;
  readonly #mostOfOne: number;
  readonly #byNetwork = new Map<string, number>();
  #count = 0;
  constructor({ many, mostOfOne }: { many: number; mostOfOne: number }) {
    this.#many = many;
    this.#mostOfOne = mostOfOne;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether this network must not add another arriving body now. */
  isFullFor(network: string): boolean {
    return this.#count >= this.#many && (this.#byNetwork.get(network) ?? 0) >= this.#mostOfOne;
  }

  /** Calls `arrived` when the body is complete, but not when the request ends earlier. */
  add(
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    network: string,
    arrived: () => void,
  ): void {
    this.#count += 1;
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1);
    const leave = (): boolean => {
      if (!waiting.delete(request)) return false;
      this.#count -= 1;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
      return true;
    };
    const enter = (): void => {
      if (leave()) arrived();
    };
    waiting.set(request, enter);
    request.once('end', enter);
    response.once('close', leave);
  }
}
