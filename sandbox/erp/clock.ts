/** The office's date: real or virtual time plus what a test has moved it by, or fixed at one moment. */
import type { Scheduler } from './scheduler';

const BRUSSELS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export class Clock {
  private shiftMs = 0;

  constructor(private readonly scheduler: Scheduler) {}

  now(): number {
    return this.scheduler.now() + this.shiftMs;
  }

  /** Moves the date on without waking anybody who sleeps. */
  advance(ms: number): void {
    this.shiftMs += ms;
  }

  /** Starts over, at `moment` when one is given. */
  reset(moment: Date | null): void {
    this.shiftMs = moment ? moment.getTime() - this.scheduler.now() : 0;
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

export function naiveUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** A stored naive datetime as documents, orders and statistics send it. */
export function zoned(naive: string): string {
  return `${naive}Z`;
}
