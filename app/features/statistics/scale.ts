/** The scale of a chart: round steps up to the greatest value. */
export interface Scale {
  /** Greatest value of the axis, at least the greatest of the data. */
  top: number;
  /** Values with a line, from 0 up. */
  ticks: readonly number[];
}

/** At most four steps of 1, 2 or 5 times a power of ten. */
export function scaleFor(greatest: number): Scale {
  if (greatest <= 0) return { top: 1, ticks: [0] };
  const rough = greatest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const count = Math.ceil(greatest / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, tick) => tick * step) };
}
