/** Lines of a quick order that were all taken out at once: the page that says so carries them, so that they can come back. */
import { z } from 'zod';
import { maxEntered, maxQuickLines, parseLine, withField, type TypedLine } from './lines';

/** As it was entered, and the text of its quantity field; null where it has had none. */
const ClearedLine = z.tuple([z.string().max(maxEntered), z.string().max(maxEntered).nullable()]);
export type ClearedLine = z.output<typeof ClearedLine>;
const ClearedLines = z.array(ClearedLine).max(maxQuickLines);

export const clearedOf = (lines: readonly TypedLine[]): ClearedLine[] =>
  lines.map(({ entered, typed, isShown }) => [entered, isShown ? typed : null]);

function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    // Not what the page has written there: no line comes back.
    return null;
  }
}

/** `written`: what the page carries of them, as JSON. */
export function restoredLines(written: string): TypedLine[] {
  const read = ClearedLines.safeParse(jsonIn(written));
  return (read.data ?? []).flatMap(([entered, typed]) => {
    const line = parseLine(entered);
    return line ? [withField(line, typed)] : [];
  });
}
