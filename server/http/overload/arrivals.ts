/**
 * Requests whose body is still on its way (P-59, P-62). They cost a socket and no work, so they do not count as being
 * answered: a thousand that never send theirs would shut the shop. While many are on their way at once, one network
 * may have some of them and not all.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, () => void>();

/** Said by the reader that has the whole body: from now on the request is work. */
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

  /** No more from this network just now. */
  isFullFor(network: string): boolean {
    return this.#count >= this.#many && (this.#byNetwork.get(network) ?? 0) >= this.#mostOfOne;
  }

  /** Calls `arrived` when the body is there; never, when the request ends before. */
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
