/** Loyalty programmes and their rules (contract search.md 1.8), and which products count for which rule. */
import type { Lang, SearchDocument, Text } from '../../world';
import type { Group } from '../catalogue/catalogue';
import { hash32 } from '../random';
import { addDays, monthEnd } from '../trade/calendar';

interface Rule {
  id: number;
  frame: { gte: string; lte: string } | null;
  counts(group: Group): boolean;
}
interface Program {
  id: number;
  type: 'rfa' | 'loyalty';
  name: Text;
  from: string;
  to: string;
  rules: readonly Rule[];
}

/** Selects a stable share of the brands of one family for a rebate. */
function firms(rule: number, share: number) {
  return (group: Group) => hash32(`rule:${rule}|${group.brand.id}`) % 100 < share;
}

const rebate = (y: string): Text => ({
  fr: `RFA ${y}`,
  nl: `Eindejaarskorting ${y}`,
  en: `Year-end rebate ${y}`,
});

export function loyaltyPrograms(today: string): Program[] {
  const year = today.slice(0, 4);
  const before = String(Number(year) - 1);
  const whole = { gte: `${year}-01-01`, lte: `${year}-12-31` };
  const last = { gte: `${before}-01-01`, lte: `${before}-12-31` };
  return [
    {
      id: 7,
      type: 'rfa',
      name: rebate(year),
      from: whole.gte,
      to: whole.lte,
      rules: [
        { id: 31, frame: whole, counts: (g) => g.family === 'meds' && firms(31, 25)(g) },
        { id: 32, frame: whole, counts: (g) => g.family === 'food' && firms(32, 60)(g) },
        {
          id: 33,
          frame: { gte: addDays(today, -40), lte: monthEnd(today, 1) },
          counts: (g) => g.group === 'vaccine' && firms(33, 70)(g),
        },
        { id: 34, frame: null, counts: (g) => g.group === 'ectoparasiticide' },
      ],
    },
    {
      id: 8,
      type: 'loyalty',
      name: { fr: 'Points fidélité', nl: 'Trouwpunten', en: 'Loyalty points' },
      from: whole.gte,
      to: whole.lte,
      rules: [
        { id: 41, frame: whole, counts: (g) => g.family === 'equipment' && firms(41, 35)(g) },
        {
          id: 42,
          frame: { gte: addDays(today, -10), lte: addDays(today, 20) },
          counts: (g) => g.family === 'food' && g.form === 'treat',
        },
        {
          id: 43,
          frame: { gte: addDays(today, -90), lte: addDays(today, -1) },
          counts: (g) => g.group === 'nutraceutical',
        },
      ],
    },
    ...otherYears(today, last),
  ];
}

/** Programmes of last year and of the coming season, which are invalid today. */
function otherYears(today: string, last: { gte: string; lte: string }): Program[] {
  return [
    {
      id: 5,
      type: 'rfa',
      name: rebate(last.gte.slice(0, 4)),
      from: last.gte,
      to: last.lte,
      rules: [{ id: 21, frame: last, counts: (g) => g.family === 'meds' && firms(21, 25)(g) }],
    },
    {
      id: 9,
      type: 'loyalty',
      name: { fr: 'Action de printemps', nl: 'Lenteactie', en: 'Spring campaign' },
      from: addDays(today, 120),
      to: addDays(today, 180),
      rules: [
        {
          id: 51,
          frame: { gte: addDays(today, 120), lte: addDays(today, 180) },
          counts: (g) => g.group === 'endoparasiticide' && firms(51, 50)(g),
        },
      ],
    },
  ];
}

export function loyaltyDocuments(today: string, lang: Lang): SearchDocument[] {
  return loyaltyPrograms(today).map((program) => ({
    id: program.id,
    name: program.name[lang],
    program_type: program.type,
    date_from: program.from,
    date_to: program.to,
    rules: program.rules.map((rule, index) => ({
      id: rule.id,
      sequence: index + 1,
      time_frame: rule.frame,
    })),
  }));
}

export function loyaltyRulesOf(programs: readonly Program[], group: Group) {
  return programs.flatMap((program) =>
    program.rules.flatMap((rule, index) =>
      rule.counts(group)
        ? [{ id: rule.id, program_id: program.id, sequence: index + 1, time_frame: rule.frame }]
        : [],
    ),
  );
}
