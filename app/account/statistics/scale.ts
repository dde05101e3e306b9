/** The axis of a chart, with round steps up to the maximum. */
export interface Scale {
  /** Upper end of the axis, at least the maximum of the data. */
  top: number;
  /** Values with a grid line, from 0 up. */
  ticks: readonly number[];
}

/** Computes an axis with at most four steps, each 1, 2 or 5 times a power of ten. */
export function scaleFor(greatest: number): Scale {
  if (greatest <= 0) return { top: 1, ticks: [0] };
  const rough = greatest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const count = Math.ceil(greatest / step);
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, tick) => tick * step) };
}

/** Height of a text line, width of a character, and gap, in chart units. */
const valueSize = { height: 9, character: 6, gap: 2 };

/**
 * The vertical position of the value above each bar: close to the bar, or one line above the left neighbour's value
 * when both would overlap. `pitch` is the distance between bars, `top` the upper end of a bar; y grows downwards, as in
 * SVG.
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
