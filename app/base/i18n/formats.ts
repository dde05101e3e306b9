/**
 * Formats numbers, prices and dates for the locale's tag. Formatters are created once per tag because creating them is
 * expensive.
 */
import type { Cents, UnitPrice } from '~/base/kernel/money';
import type { Day } from '~/base/kernel/day';

export interface Formats {
  /** `37,88 €` */
  money(amount: Cents): string;
  /** Price of one piece: `37,88 €`, or up to four decimals where two would round it: `0,045 €`. */
  price(amount: UnitPrice): string;
  /** Percentage without a sign, as in "−18 %": `18 %`. */
  percent(value: number): string;
  number(value: number): string;
  /** Whole euros: `29 460 €`. */
  euros(value: number): string;
  /** For chart axes: `15 k €`, `€ 15K`, `500 €`. */
  compactEuros(value: number): string;
  /** At most four characters below a million, for values above narrow bars: `2,6k`, `12K`, `578`. */
  short(value: number): string;
  /** Name of the month `2026-11`: `novembre 2026`, or its first letter. */
  month(month: string, length: 'long' | 'narrow'): string;
  /** `12/11/2026` */
  day(day: Day): string;
  /** `12/11/26`, for narrow table columns. */
  shortDay(day: Day): string;
  /** Day and month, for places where the year is obvious: `12/11`. */
  dayMonth(day: Day): string;
  /** The day of an instant in Europe/Brussels. */
  date(instant: Date): string;
  dateTime(instant: Date): string;
  /** `08:15`, in Europe/Brussels. */
  time(instant: Date): string;
  /** Compares in the locale's alphabetical order, with digits by numeric value. */
  collate(a: string, b: string): number;
}

const cache = new Map<string, Formats>();

const mostTexts = 2000;

/** Caches formatted texts: the same few prices, percentages and days appear on most pages. */
function cacheFormat<T>(format: (value: T) => string): (value: T) => string {
  const texts = new Map<T, string>();
  return (value) => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    // Clears the whole cache when it is full, because there are many different prices.
    if (texts.size >= mostTexts) texts.clear();
    const text = format(value);
    texts.set(value, text);
    return text;
  };
}

/** Like `remembered`, for instants: each `Date` is a new object, so the cache key is its time. */
function cacheInstantFormat({ format }: Intl.DateTimeFormat): (instant: Date) => string {
  const text = cacheFormat(format);
  return (instant) => text(instant.getTime());
}

type Amounts = 'money' | 'price' | 'percent' | 'number' | 'euros' | 'compactEuros' | 'short';

function amountFormats(tag: string): Pick<Formats, Amounts> {
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' });
  const price = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 4,
  });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const euros = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  });
  const compactEuros = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'EUR',
    notation: 'compact',
    maximumFractionDigits: 1,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0, useGrouping: false });
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 2 });
  return {
    // A real minus sign, as in French: Dutch and English formatters write a hyphen. `+ 0` turns −0 into 0, so that no
    // minus precedes zero; both zeros share one cache entry.
    money: cacheFormat((amount) => money.format(amount / 100 + 0).replace('-', '−')),
    price: cacheFormat((amount) => price.format(amount / 100 + 0).replace('-', '−')),
    percent: cacheFormat((value) => percent.format(value / 100 + 0)),
    number: cacheFormat((value) => number.format(value + 0)),
    euros: cacheFormat((value) => euros.format(value + 0)),
    compactEuros: cacheFormat((value) => compactEuros.format(value + 0)),
    short: cacheFormat((value) =>
      value < 999.5 ? whole.format(value + 0) : compact.format(value).replace(/\s/g, ''),
    ),
  };
}

type Days = 'month' | 'day' | 'shortDay' | 'dayMonth' | 'date' | 'dateTime' | 'time';

function dayFormats(tag: string): Pick<Formats, Days> {
  const timeZone = 'Europe/Brussels';
  // English-speaking customers are in Belgium too, so the day comes before the month in every language.
  const dateTag = tag.startsWith('en') ? 'en-GB' : tag;
  const monthText = (options: Intl.DateTimeFormatOptions): ((month: string) => string) => {
    const names = new Intl.DateTimeFormat(dateTag, { ...options, timeZone: 'UTC' });
    return cacheFormat((month) => names.format(new Date(`${month}-01T00:00:00Z`)));
  };
  const monthTexts = {
    long: monthText({ month: 'long', year: 'numeric' }),
    narrow: monthText({ month: 'narrow' }),
  };
  const day = new Intl.DateTimeFormat(dateTag, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const dayMonth = new Intl.DateTimeFormat(dateTag, {
    day: '2-digit',
    month: '2-digit',
    timeZone: 'UTC',
  });
  const shortDay = new Intl.DateTimeFormat(dateTag, {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    timeZone: 'UTC',
  });
  const date = new Intl.DateTimeFormat(dateTag, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone,
  });
  const dateTime = new Intl.DateTimeFormat(dateTag, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const time = new Intl.DateTimeFormat(dateTag, { hour: '2-digit', minute: '2-digit', timeZone });
  return {
    month: (value, length) => monthTexts[length](value),
    day: cacheFormat((value) => day.format(new Date(`${value}T00:00:00Z`))),
    shortDay: cacheFormat((value) => shortDay.format(new Date(`${value}T00:00:00Z`))),
    dayMonth: cacheFormat((value) => dayMonth.format(new Date(`${value}T00:00:00Z`))),
    date: cacheInstantFormat(date),
    dateTime: cacheInstantFormat(dateTime),
    time: cacheInstantFormat(time),
  };
}

export function formatsFor(tag: string): Formats {
  const known = cache.get(tag);
  if (known) return known;
  const collator = new Intl.Collator(tag, { numeric: true, sensitivity: 'base' });
  const formats: Formats = {
    ...amountFormats(tag),
    ...dayFormats(tag),
    collate: (a, b) => collator.compare(a, b),
  };
  cache.set(tag, formats);
  return formats;
}
