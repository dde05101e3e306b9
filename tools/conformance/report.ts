/** Formats the result as lines: one for each call and, below it, one for each field or behaviour that differs. */
import type { Conformance } from './examine';
import { standInFor, type Seen } from './presence';

function callLines(one: Seen, all: readonly Seen[]): string[] {
  const { facts, presence, why, differences } = one;
  const standIn = standInFor(one, all);
  const word = presence === 'present' && differences.length > 0 ? 'differs' : presence;
  const off = standIn
    ? ` → nothing is off: ${standIn} does the same`
    : ` → off: ${facts.without}${facts.instead ? `; instead: ${facts.instead}` : ''}`;
  const isOff = ['absent', 'refused', 'unavailable', 'unreachable'].includes(presence);
  const lost = isOff ? off : '';
  const told = presence === 'present' ? '' : ` (${why})`;
  return [
    `${word.padEnd(11)} ${facts.call}${told}${facts.needed ? ' [needed]' : ''}${lost}`,
    ...differences.map(
      ({ field, seen, expected, means }) =>
        `            ${field}: ${seen}, expected ${expected} → ${means}`,
    ),
  ];
}

export function reportOf(found: Conformance): string {
  const count = (presence: string): number =>
    found.calls.filter((one) => one.presence === presence).length;
  const behaviours = found.traits.map(
    ({ id, call, field, seen, expected, means }) =>
      `differs     ${call}  ${field}: ${seen}, expected ${expected} → ${means} [${id}]`,
  );
  const fields = found.calls.reduce((sum, { differences }) => sum + differences.length, 0);
  return [
    ...found.calls.flatMap((one) => callLines(one, found.calls)),
    ...behaviours,
    '',
    ...found.stops.map((why) => `STOPS THE SHOP  ${why}`),
    `${count('present')} present, ${count('absent')} absent, ${count('refused')} refused, ${fields + behaviours.length} differ, ` +
      `${count('slow')} slow, ${count('unavailable') + count('unreachable')} without an answer, ${count('untold')} not told`,
    ...(found.complete
      ? []
      : [
          `The time for the whole was over (--minutes): ${count('unasked')} calls were not asked, nor everything about behaviours.`,
        ]),
    found.wrote
      ? 'Writes were tried and taken back; one test letter stays at the ERP.'
      : `NOT PROVEN  ${found.unwritten ?? 'The ERP refused the cart write; other writes were tried and taken back.'}`,
  ].join('\n');
}
