/** Finds the widths and text sizes at which a page is too wide or its words are cramped. */
import type { Page } from 'playwright';

const every40 = Array.from({ length: 25 }, (_, step) => 320 + 40 * step);

/** A text size set by the user, and the widths to test with it. */
interface Reading {
  pixels: number;
  widths: readonly number[];
  /** Enlarges text with a user style sheet; otherwise with the browser setting, which affects media queries. */
  byStyle?: boolean;
}
export const usual: Reading = { pixels: 16, widths: every40 };
export const large = (
  [
    [24, 320],
    [32, 640],
  ] as const
).map(([pixels, narrowest]): Reading => ({
  pixels,
  widths: every40.filter((width) => width >= narrowest && width % 80 === 0),
}));

/** Both sides of the style sheet's breakpoints, and the narrowest width of each larger text. */
export const fewWidths: readonly Reading[] = [
  { pixels: 16, widths: [320, 360, 480, 671, 672, 767, 768, 1023, 1024, 1199, 1200] },
  { pixels: 24, widths: [320] },
  { pixels: 32, widths: [640] },
];

/** Text sizes and widths for text of 200 % on a phone. */
export const doubled = [false, true].map((byStyle): Reading => ({
  pixels: 32,
  widths: [360, 412],
  byStyle,
}));

/** Loads a page in a frame without script; null, or the reason why it cannot be measured. */
const showInFrame = (page: Page, path: string): Promise<string | null> =>
  page.evaluate(async (address) => {
    const known = window.document.querySelector('iframe');
    const frame = known ?? window.document.createElement('iframe');
    if (!known) {
      frame.sandbox.add('allow-same-origin');
      frame.style.cssText = 'position:absolute;left:0;top:0;height:800px;border:0';
      window.document.body.replaceChildren(frame);
    }
    const answer = await fetch(address);
    const html = await answer.text();
    await new Promise((resolve) => {
      frame.onload = resolve;
      frame.srcdoc = html;
    });
    const inner = frame.contentDocument;
    // A page without styles would be narrow for the wrong reason, and a foreign page is not measured.
    return inner?.querySelector('main') && inner.styleSheets.length > 0
      ? null
      : `${address} is ${answer.status} and no page with styles`;
  }, path);

/** Widths at which the loaded page is too wide, with the element that extends furthest, or with a text without room. */
const faultsInFrame = (
  page: Page,
  { pixels, widths, byStyle = false }: Reading,
): Promise<string[]> =>
  page.evaluate(
    ([size, at, isStyled]) => {
      const frame = window.document.querySelector('iframe');
      const inner = frame?.contentDocument;
      if (!frame || !inner) return ['there is no frame'];
      const root = inner.documentElement;
      /** A word of the title that is broken in two although a phone has room for it. */
      const splitWord = (): string | undefined => {
        const walker = inner.createTreeWalker(
          inner.querySelector('main h1') ?? inner.body,
          NodeFilter.SHOW_TEXT,
        );
        const range = inner.createRange();
        while (walker.nextNode())
          for (const { 0: word, index } of (walker.currentNode.textContent ?? '').matchAll(
            /\p{L}+/gu,
          )) {
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (word.length < 14 && range.getClientRects().length > 1) return word;
          }
        return undefined;
      };
      root.style.fontSize = isStyled ? `${size}px` : '';
      /**
       * A word that is broken although a line has room for it, or after each letter; or a field for a few letters only.
       */
      const cramped = (): string | undefined => {
        const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
        const range = inner.createRange();
        while (walker.nextNode()) {
          const { parentElement: box, textContent } = walker.currentNode;
          if (!box?.checkVisibility() || box.closest('.vh, .strip, thead, option, textarea, svg'))
            continue;
          for (const { 0: word, index } of (textContent ?? '').matchAll(
            /(?<=^|\s)\p{L}{2,}(?=\s|$)/gu,
          )) {
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
            if (lines > (word.length > 11 ? 2 : 1)) return `${word} is in ${lines} parts`;
          }
        }
        const field = [...inner.querySelectorAll('input:not(.qty, [type=file]), select')].find(
          (one) => one.checkVisibility() && one.clientWidth > 60 && one.clientWidth < 5 * size,
        );
        return field && `${String(field.clientWidth)} px of ${field.outerHTML}`;
      };
      const text = getComputedStyle(root).fontSize;
      if (text !== `${size}px`) return [`text has ${text} instead of ${size}px`];
      return at.flatMap((width) => {
        frame.style.width = `${width}px`;
        // If an element beside it takes all the width, breakable text has one letter per line.
        const crushed = [...inner.querySelectorAll('dt, dd, tbody th, td, p')].find(
          ({ clientWidth, clientHeight, textContent }) =>
            (textContent ?? '').trim().length > 3 &&
            clientWidth > 2 &&
            clientWidth < 2 * size &&
            clientHeight > 2 * clientWidth,
        );
        const badge = inner.querySelector('.count');
        if (badge && badge.clientHeight > 2 * size)
          return [`at ${width}: ${badge.outerHTML} breaks`];
        const split = size === 16 && inner.querySelector('main h1') ? splitWord() : undefined;
        if (split) return [`at ${width}: the title's ${split} is in two parts`];
        const tooSmall = size === 32 && width < 420 ? cramped() : undefined;
        if (tooSmall) return [`at ${width} with text of ${size} px: ${tooSmall}`];
        if (crushed) return [`at ${width} with text of ${size} px: crushed ${crushed.outerHTML}`];
        if (frame.contentWindow?.innerWidth === width && root.scrollWidth <= width) return [];
        const [furthest] = [...inner.querySelectorAll('body *')]
          .map((one) => ({ one, right: one.getBoundingClientRect().right }))
          .sort((a, b) => b.right - a.right);
        const what = furthest?.one.outerHTML.slice(0, 160) ?? '';
        return [`at ${width} with text of ${size} px: ${String(furthest?.right)} ${what}`];
      });
    },
    [pixels, widths, byStyle] as const,
  );

/**
 * Loads each page in a frame and resizes the frame for each text size. This avoids a browser call and a wait for each
 * width, and renders a page once. Returns the widths at which a page is too wide.
 */
export async function tooWideInFrames(
  page: Page,
  paths: readonly string[],
  readings: readonly Reading[] = [usual],
): Promise<string[]> {
  const browserOf = await page.context().newCDPSession(page);
  const faults: string[] = [];
  for (const path of paths) {
    const noPage = await showInFrame(page, path);
    if (noPage !== null) {
      faults.push(noPage);
      continue;
    }
    for (const reading of readings) {
      await browserOf.send('Page.setFontSizes', {
        fontSizes: { standard: reading.byStyle ? 16 : reading.pixels },
      });
      const found = await faultsInFrame(page, reading);
      faults.push(...found.map((fault) => `${path} ${fault}`));
    }
  }
  await browserOf.detach();
  return faults;
}
