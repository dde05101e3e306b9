/** Generates the table of docs/operating/conformance.md: the profiles of the stand-in, call by call. */
import type { Conformance } from './examine';
import type { Seen } from './presence';

/** An amount of the sample data, which differs from day to day. */
const longNumber = /(?<!\d)\d+\.\d{3,}/;

const wordOf = (seen: Seen | undefined): string =>
  seen === undefined
    ? ''
    : seen.presence === 'present' && seen.differences.length > 0
      ? `differs: ${seen.differences.map(({ field }) => `\`${field}\``).join(', ')}`
      : seen.presence === 'untold'
        ? 'undetectable'
        : seen.presence;

export interface Examined {
  reference: Conformance;
  odoo16: Conformance;
  odoo18: Conformance;
}

/** One row for each deviation of either release, with the releases that show it. */
function behaviourRows({ odoo16, odoo18 }: Examined): string[] {
  const all = new Map([...odoo18.traits, ...odoo16.traits].map((trait) => [trait.id, trait]));
  const has = ({ traits }: Conformance, id: string): string =>
    traits.some((trait) => trait.id === id) ? 'yes' : 'no';
  return [...all.values()].map(
    ({ id, call, field, seen, expected, means }) =>
      `| ${id} | \`${call}\` ${field} | ${has(odoo16, id)} | ${has(odoo18, id)} | ${seen.replace(longNumber, 'more digits')} | ${expected} | ${means} |`,
  );
}

export function tableOf(examined: Examined): string {
  const { reference, odoo16, odoo18 } = examined;
  const rows = reference.calls.map((seen) => {
    const { call, without, instead, needed, same = [] } = seen.facts;
    const inRelease = ({ calls }: Conformance): string =>
      wordOf(calls.find(({ facts }) => facts.call === call));
    const lost = `${needed ? '**needed**: ' : ''}${without}${instead ? `; instead: ${instead}` : ''}${same.length > 0 ? `; the same: ${same.map((one) => `\`${one}\``).join(', ')}` : ''}`;
    return `| \`${call}\` | ${wordOf(seen)} | ${inRelease(odoo16)} | ${inRelease(odoo18)} | ${lost} |`;
  });
  return [
    '| call | reference | released Odoo 16 | released Odoo 18 | without it customers lack |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Behaviours of the released modules that differ',
    '',
    '| name | where | Odoo 16 | Odoo 18 | seen | expected | what it means |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...behaviourRows(examined),
  ].join('\n');
}

const mark = /<!-- conformance -->[\s\S]*<!-- \/conformance -->/;

export const pageWithTable = (page: string, table: string): string =>
  page.replace(mark, () => `<!-- conformance -->\n\n${table}\n\n<!-- /conformance -->`);
