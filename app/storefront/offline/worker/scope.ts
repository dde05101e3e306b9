/**
 * The part of a service worker's global scope that this worker uses. The compiler's own worker types conflict with
 * those of pages: each redefines half of the other.
 */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PageFetch extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PageMessage extends LastingEvent {
  readonly data: unknown;
  readonly source: { postMessage(message: string): void } | null;
}

export interface WorkerScope {
  readonly location: Location;
  /** Digest of what the worker renders; the build prepends it to the script. */
  readonly build: string;
  /** Digest of the brand; a shop with its own brand prepends it to the script. */
  readonly brandDigest?: string;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void;
  addEventListener(type: 'fetch', listener: (event: PageFetch) => void): void;
}
