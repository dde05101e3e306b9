/** Why a call was not made while the breaker is open, for the log line of that call. */
import { localTime } from '../../observe/local-time';

export class LastFailure {
  #failure: string | null = null;

  /** `outcome` is a status or the reason why there was none; `operation` is method and path template. */
  note(outcome: string, operation: string, reference: string): void {
    this.#failure = `${outcome} of ${operation} (${reference})`;
  }

  /** Null: none yet. */
  told(): string | null {
    return this.#failure;
  }

  /** The reference leads to the call that failed itself; `sinceMs` counts from 1970. */
  refusal(sinceMs: number | null): string {
    const since = sinceMs === null ? '' : ` since ${localTime(sinceMs).slice(-8)}`;
    const last = this.#failure === null ? '' : `, last failure: ${this.#failure}`;
    return `not asked: the breaker is open${since}${last}`;
  }
}
