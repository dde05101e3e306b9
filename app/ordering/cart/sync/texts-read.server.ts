/** What texts of carts mean, remembered by the text: reading one of five hundred lines costs more than comparing it. */
import { LRUCache } from 'lru-cache';

/** Of texts with what they mean, for each kind: some ten of the largest carts, five hundred of ten lines. */
const rememberedBytes = 8 * 1024 * 1024;
/** Two for a character, and as much again for what it means. */
const bytesOfChar = 4;

export const rememberTexts = <T extends object>(): LRUCache<string, T> =>
  new LRUCache({
    maxSize: rememberedBytes,
    sizeCalculation: (_, text) => bytesOfChar * text.length + 1,
  });
