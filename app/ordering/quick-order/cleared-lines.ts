/**
 * Undo for quick-order lines that were removed all at once: the page that reports the removal carries them in a form
 * field.
 */
import { z } from 'zod';
import {
  labelsIn,
  labelsText,
  maxEntered,
  maxLabelsText,
  maxQuickLines,
  parseLine,
  withField,
  type TypedLine,
} from './lines';

/**
 * The entered text of a line, the text of its quantity field (null when the line has no such field yet), and the other
 * labels of its row.
 */
const ClearedLine = z.tuple([
  z.string().max(maxEntered),
  z.string().max(maxEntered).nullable(),
  z.string().max(maxLabelsText).default(''),
]);
export type ClearedLine = z.output<typeof ClearedLine>;
const ClearedLines = z.array(ClearedLine).max(maxQuickLines);

export const clearedOf = (lines: readonly TypedLine[]): ClearedLine[] =>
  lines.map(({ entered, typed, isShown, labels = [] }) => [
    entered,
    isShown ? typed : null,
    labelsText(labels),
  ]);

function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    // The client changed the field: restore no line.
    return null;
  }
}

/** Parses the removed lines to restore. `written`: JSON from the page's form field. */
export function restoredLines(written: string): TypedLine[] {
  const read = ClearedLines.safeParse(jsonIn(written));
  return (read.data ?? []).flatMap(([entered, typed, labels]) => {
    const line = parseLine(entered);
    return line ? [{ ...withField(line, typed), labels: labelsIn(labels) }] : [];
  });
}
