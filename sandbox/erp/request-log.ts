/** The latest requests, for tests (`GET _sandbox/requests`). Does not store tokens and cookies. */
export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  language: string | null;
  customer_id: number | null;
  /** HTTP status; 0 if the connection was closed without a response. */
  status: number;
  body: string | null;
}

const KEPT = 500;
const BODY_KEPT = 4_000;

export class RequestLog {
  private entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    const body = entry.body === null ? null : entry.body.slice(0, BODY_KEPT);
    this.entries.push({ ...entry, body });
    if (this.entries.length > KEPT) this.entries.shift();
  }

  all(): LoggedRequest[] {
    return [...this.entries];
  }

  clear(): void {
    this.entries = [];
  }
}
