/**
 * The printed page of an engine whose driver cannot print: the page with its print styles in a window as wide as A4
 * without margins. Text is measured by line instead of by word, in CSS pixels, on one endless page.
 */
import type { Paper } from '../paper';
import type { Engine } from './engine';

/** 210 mm minus margins of 13 mm on both sides, in CSS pixels. */
const paperWidth = Math.round((184 / 25.4) * 96);

export async function laidOutPaper(
  engine: Engine,
  resize: (width: number) => Promise<void>,
): Promise<Paper> {
  await resize(paperWidth);
  const words = await engine.run(() => {
    const turnToPaper = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if (!(rule instanceof CSSMediaRule)) continue;
        const { media } = rule;
        if (media.mediaText === 'print') media.mediaText = 'all';
        else if (/\bscreen\b/.test(media.mediaText)) media.mediaText = 'not all';
        turnToPaper(rule.cssRules);
      }
    };
    for (const sheet of document.styleSheets) turnToPaper(sheet.cssRules);
    const found: { text: string; left: number; top: number; right: number; bottom: number }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (text === '' || !node.parentElement || node.parentElement.closest('.vh, script, style'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects())
        if (right - left > 1) found.push({ text, left, top, right, bottom });
    }
    return found;
  });
  return {
    pages: 1,
    width: paperWidth,
    height: Number.POSITIVE_INFINITY,
    words: words.map((word) => ({ ...word, page: 1 })),
    text: [...new Set(words.map(({ text }) => text))].join(' '),
  };
}
