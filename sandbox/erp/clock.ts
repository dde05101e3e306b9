/** The ERP's date: that of its surroundings plus what a test has moved it by. */
const BRUSSELS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export class Clock {
  private shiftMs = 0;

  /** `outside` in milliseconds since 1970; a test may hold it at one moment. */
  constructor(private readonly outside: () => number) {}

  now(): number {
    return this.outside() + this.shiftMs;
  }

  /** Moves the date on without ending the waits of sleeping calls. */
  advance(ms: number): void {
    this.shiftMs += ms;
  }

  /** Starts over, at `moment` when one is given. */
  reset(moment: Date | null): void {
    this.shiftMs = moment ? moment.getTime() - this.outside() : 0;
  }

  /** The day in Belgium: offers begin and end with it. */
  today(): string {
    return BRUSSELS.format(this.now());
  }

  /** As Odoo writes datetimes in a sale: UTC without a zone (2.6). */
  naive(): string {
    return naiveUtc(this.now());
  }
}

function naiveUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** A stored naive datetime as documents, orders and statistics send it. */
export function zoned(naive: string): string {
  return `${naive}Z`;
}
