/** Formats the result as lines: one for each call and, below it, one for each field or behaviour that differs. */
import type { Conformance } from './examine';
import { standInFor, type Presence, type Seen } from './presence';

/** The verdict as printed; JSON output has the presence itself. */
const wordOf = (presence: Presence): string => (presence === 'untold' ? 'undetectable' : presence);

const verdictWidth = 12;

function callLines(one: Seen, all: readonly Seen[]): string[] {
  const { facts, presence, why, differences } = one;
  const standIn = standInFor(one, all);
  const word = presence === 'present' && differences.length > 0 ? 'differs' : wordOf(presence);
  const off = standIn
    ? ` → no feature lost: ${standIn} replaces it`
    : ` → features lost: ${facts.without}${facts.instead ? `; instead: ${facts.instead}` : ''}`;
  const isOff = ['absent', 'refused', 'unavailable', 'unreachable'].includes(presence);
  const lost = isOff ? off : '';
  const told = presence === 'present' ? '' : ` (${why})`;
  return [
    `${word.padEnd(verdictWidth)} ${facts.call}${told}${facts.needed ? ' [needed]' : ''}${lost}`,
    ...differences.map(
      ({ field, seen, expected, means }) =>
        `${' '.repeat(verdictWidth)} ${field}: ${seen}, expected ${expected} → ${means}`,
    ),
  ];
}

/** Records that the test changed and could not restore, one on each line. */
export const leftLines = ({ notUndone }: Pick<Conformance, 'notUndone'>): string[] =>
  notUndone.map(({ record, why }) => `NOT UNDONE  ${record}: ${why}`);

const undone = (found: Conformance): string =>
  found.notUndone.length > 0
    ? 'The records above still have the changes of this test. One test contact message also remains in the ERP.'
    : 'The test writes were undone, except one test contact message, which remains in the ERP.';

export function reportOf(found: Conformance): string {
  const count = (presence: string): number =>
    found.calls.filter((one) => one.presence === presence).length;
  const behaviours = found.traits.map(
    ({ id, call, field, seen, expected, means }) =>
      `${'differs'.padEnd(verdictWidth)} ${call}  ${field}: ${seen}, expected ${expected} → ${means} [${id}]`,
  );
  const fields = found.calls.reduce((sum, { differences }) => sum + differences.length, 0);
  return [
    ...found.calls.flatMap((one) => callLines(one, found.calls)),
    ...behaviours,
    '',
    ...found.stops.map((why) => `STOPS THE SHOP  ${why}`),
    `${count('present')} present, ${count('absent')} absent, ${count('refused')} refused, ${fields + behaviours.length} differ, ` +
      `${count('slow')} slow, ${count('unavailable') + count('unreachable')} without a response, ${count('untold')} undetectable`,
    ...(found.complete
      ? []
      : [
          `Stopped by the time limit (--minutes): ${count('unasked')} calls were not tested, nor were all behaviours.`,
        ]),
    ...leftLines(found),
    found.wrote
      ? undone(found)
      : `NOT PROVEN  ${found.unwritten ?? `The ERP refused the cart write${found.notUndone.length > 0 ? '' : '; the other test writes were undone'}.`}`,
  ].join('\n');
}
