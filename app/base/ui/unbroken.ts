const wordJoiner = '\u2060';
const noBreak = '\u00a0';

const beforeUnit =
  /(?<=\d) (?=(?:kg|g|mg|µg|mcg|l|ml|cl|dl|cm|mm|m|UI|IU|IE|%|°C|h|u|uur|min)(?![\p{L}\p{N}]))/giu;

/** Keeps `2–8 kg` and `12 × 85 g` on one line: browsers break after a dash and at every space. */
export const keepTogether = (text: string): string =>
  text
    .replace(/(?<=\d)–(?=\d)/g, `–${wordJoiner}`)
    .replace(/(?<=\d) × (?=\d)/g, `${noBreak}×${noBreak}`)
    .replace(beforeUnit, noBreak);
