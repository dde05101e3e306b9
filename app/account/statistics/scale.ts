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

/** Height of a line of values and width of a character in them, in the units of a chart. */
const valueSize = { height: 9, character: 6, gap: 2 };

/**
 * Where the value over each bar stands: close to its bar, one line above its left neighbour's where both would run
 * together. `pitch` is the distance of two bars, `top` the upper end of a bar; both downwards, as a drawing counts.
 */
export function valueLines(
  bars: readonly { text: string; top: number }[],
  pitch: number,
): number[] {
  const lines: number[] = [];
  for (const [position, { text, top }] of bars.entries()) {
    const own = top - 3;
    const left = lines.at(-1);
    const characters = (text.length + (bars[position - 1]?.text.length ?? 0)) / 2;
    const isNarrow = characters * valueSize.character + valueSize.gap > pitch;
    const meets = left !== undefined && isNarrow && Math.abs(own - left) < valueSize.height;
    lines.push(meets ? left - valueSize.height : own);
  }
  return lines;
}
