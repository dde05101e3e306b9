/** The ERP's date: the date outside plus the offset set by a test. */
const BRUSSELS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export class Clock {
  private shiftMs = 0;

  /** `outside` returns milliseconds since 1970; a test may freeze it. */
  constructor(private readonly outside: () => number) {}

  now(): number {
    return this.outside() + this.shiftMs;
  }

  /** Advances the date. Calls that wait continue to wait. */
  advance(ms: number): void {
    this.shiftMs += ms;
  }

  /** Resets the offset, or sets the date to `moment`. */
  reset(moment: Date | null): void {
    this.shiftMs = moment ? moment.getTime() - this.outside() : 0;
  }

  /** The current day in Belgium, by which offers begin and end. */
  today(): string {
    return BRUSSELS.format(this.now());
  }

  /** The date and time as Odoo sends it in a sale: UTC without a zone (2.6). */
  naive(): string {
    return naiveUtc(this.now());
  }
}

function naiveUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** Converts a stored datetime without zone to the format of documents, orders and statistics. */
export function zoned(naive: string): string {
  return `${naive}Z`;
}
