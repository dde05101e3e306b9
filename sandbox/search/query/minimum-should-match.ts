/**
 * `minimum_should_match`: a number, a percentage, or a condition such as `2<75%` (for more than two clauses, 75
 * percent).
 */
import { illegalArgument } from '../errors';

const RULE = /^(-?\d+)(%?)$/;

function simple(rule: string, clauses: number): number {
  const parts = RULE.exec(rule);
  if (!parts) throw illegalArgument(`For input string: "${rule}"`);
  const amount = Number(parts[1]);
  if (parts[2] === '%') {
    const share = Math.trunc((clauses * Math.abs(amount)) / 100);
    return amount < 0 ? clauses - share : share;
  }
  return amount < 0 ? clauses + amount : amount;
}

export function minimumShouldMatch(rule: string, clauses: number): number {
  if (!rule.includes('<')) return Math.max(0, simple(rule.trim(), clauses));
  let needed = clauses;
  for (const condition of rule.trim().split(/\s+/)) {
    const [above = '', then = ''] = condition.split('<');
    if (clauses <= Number(above)) return needed;
    needed = simple(then, clauses);
  }
  return Math.max(0, needed);
}
