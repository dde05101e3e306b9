/** The table of docs/operating/conformance.md: both profiles of the stand-in, call by call. */
import type { Conformance } from './examine';
import type { Seen } from './presence';

/** An amount of the sample, which another day's sample has otherwise. */
const longNumber = /(?<!\d)\d+\.\d{3,}/;

const wordOf = (seen: Seen | undefined): string =>
  seen === undefined
    ? ''
    : seen.presence === 'present' && seen.differences.length > 0
      ? `differs: ${seen.differences.map(({ field }) => `\`${field}\``).join(', ')}`
      : seen.presence === 'untold'
        ? 'not told'
        : seen.presence;

export function tableOf(reference: Conformance, released: Conformance): string {
  const rows = reference.calls.map((seen) => {
    const { call, without, instead, needed, same = [] } = seen.facts;
    const other = released.calls.find(({ facts }) => facts.call === call);
    const lost = `${needed ? '**needed**: ' : ''}${without}${instead ? `; instead: ${instead}` : ''}${same.length > 0 ? `; the same: ${same.map((one) => `\`${one}\``).join(', ')}` : ''}`;
    return `| \`${call}\` | ${wordOf(seen)} | ${wordOf(other)} | ${lost} |`;
  });
  const behaviours = released.traits.map(
    ({ id, call, field, seen, expected, means }) =>
      `| ${id} | \`${call}\` ${field} | ${seen.replace(longNumber, 'more digits')} | ${expected} | ${means} |`,
  );
  return [
    '| call | reference | released Odoo 16 | without it customers lack |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '## Behaviours of the released Odoo 16 that differ',
    '',
    '| name | where | seen | expected | what it means |',
    '| --- | --- | --- | --- | --- |',
    ...behaviours,
  ].join('\n');
}

const mark = /<!-- conformance -->[\s\S]*<!-- \/conformance -->/;

export const pageWithTable = (page: string, table: string): string =>
  page.replace(mark, () => `<!-- conformance -->\n\n${table}\n\n<!-- /conformance -->`);
