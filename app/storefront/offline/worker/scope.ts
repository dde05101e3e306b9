/**
 * What a service worker sees of its browser, as far as ours uses it. The compiler's own list of worker types
 * cannot be had beside that of pages: each redefines half of the other.
 */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PageFetch extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface PageMessage extends LastingEvent {
  readonly data: unknown;
  readonly source: { postMessage(message: string): void } | null;
}

export interface WorkerScope {
  readonly location: Location;
  /** Put before the worker's text by the build: a digest of what it renders. */
  readonly build: string;
  /** Put before the worker's text by a shop with a brand of its own. */
  readonly brandDigest?: string;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void;
  addEventListener(type: 'fetch', listener: (event: PageFetch) => void): void;
}
