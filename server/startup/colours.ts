/** Mixes `#rrggbb` colours and computes their contrast as WCAG 2 defines it (1.4.3). */
const channels = (colour: string): [number, number, number] => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];

/** Mixes `part` (0 to 1) of `other` into `colour`. */
export function mixColours(colour: string, other: string, part: number): string {
  const [from, to] = [channels(colour), channels(other)];
  const hex = from.map((value, index) =>
    Math.round(value + ((to[index] ?? 0) - value) * part)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
}
