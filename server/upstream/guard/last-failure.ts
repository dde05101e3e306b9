/** Explains in a log line why the open breaker rejected a call. */
import { localTime } from '../../observe/local-time';

export class LastFailure {
  #failure: string | null = null;

  /** `outcome`: a status, or the reason why there was none; `operation`: method and path template. */
  note(outcome: string, operation: string, reference: string): void {
    this.#failure = `${outcome} of ${operation} (${reference})`;
  }

  /** The text for the log; null when nothing has failed yet. */
  told(): string | null {
    return this.#failure;
  }

  /** The message contains the reference of the call that failed; `sinceMs` counts from 1970. */
  refusal(sinceMs: number | null): string {
    const since = sinceMs === null ? '' : ` since ${localTime(sinceMs).slice(-8)}`;
    const last = this.#failure === null ? '' : `, last failure: ${this.#failure}`;
    return `not asked: the breaker is open${since}${last}`;
  }
}
