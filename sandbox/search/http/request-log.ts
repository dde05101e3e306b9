/** The last requests with their bodies, so that tests can see what the shop really sent. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  /** Value of `X-Opaque-Id`: the shop's request id. */
  opaqueId: string | null;
  /** Parsed JSON; for `_msearch` the list of its lines. */
  body: unknown;
  /** 0 until it is answered, and for ever when it never is. */
  status: number;
}

const KEPT = 500;

export class RequestLog {
  private entries: RecordedRequest[] = [];

  add(entry: RecordedRequest): void {
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
  }

  list(): RecordedRequest[] {
    return [...this.entries];
  }

  clear(): void {
    this.entries = [];
  }
}
