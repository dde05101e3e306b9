/** Caches parsed carts by their JSON text. Parsing a cart of five hundred lines costs more than comparing its text. */
import { LRUCache } from 'lru-cache';

/** Bytes per cache, for texts and parsed values: about ten of the largest carts, or five hundred carts of ten lines. */
const rememberedBytes = 8 * 1024 * 1024;
/** Two bytes for a character, and as many again for the parsed value. */
const bytesOfChar = 4;

export const rememberTexts = <T extends object>(): LRUCache<string, T> =>
  new LRUCache({
    maxSize: rememberedBytes,
    sizeCalculation: (_, text) => bytesOfChar * text.length + 1,
  });
