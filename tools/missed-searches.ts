/** Sums the searches without hits, which the shop logs once a day, over days and processes. */
import { z } from 'zod';
import { objectOf, printable } from '../server/observe/log-entry';

const Line = z.object({
  event: z.literal('search.missed'),
  searches: z.array(
    z.object({
      locale: z.string(),
      text: z.string().transform(printable),
      sessions: z.number(),
      times: z.number(),
    }),
  ),
});
export type MissedText = z.infer<typeof Line>['searches'][number];

export const missedIn = (line: string): MissedText[] =>
  Line.safeParse(objectOf(line)).data?.searches ?? [];

/** Table for the category manager, most frequent first. */
export function missedTable(missed: readonly MissedText[]): string {
  const sums = new Map<string, MissedText>();
  for (const one of missed) {
    const key = `${one.locale} ${one.text}`;
    const known = sums.get(key);
    sums.set(key, {
      ...one,
      sessions: one.sessions + (known?.sessions ?? 0),
      times: one.times + (known?.times ?? 0),
    });
  }
  const rows = [...sums.values()].sort(
    (left, right) => right.sessions - left.sessions || left.text.localeCompare(right.text),
  );
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell, at) => (at < 2 ? String(cell).padStart(8) : `  ${cell}`)).join('');
  return [
    line(['sessions', 'times', 'lang', 'searched, nothing found']),
    ...rows.map(({ sessions, times, locale, text }) =>
      line([sessions, times, `${locale}  `, text]),
    ),
  ].join('\n');
}
