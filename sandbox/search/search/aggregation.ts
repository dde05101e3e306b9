/** What every aggregation is given and answers. */
import type { Scope } from '../store/scope';

/** What is being counted: documents (or nested entries) of one scope, ascending. */
interface Counted {
  scope: Scope;
  docs: Int32Array;
  /** The scope of the documents themselves, to come back from nested entries. */
  root: Scope;
}

export type Answer = Record<string, unknown>;
export interface Aggregation {
  run(counted: Counted): Answer;
}
export type Aggregations = ReadonlyMap<string, Aggregation>;

export function runAll(aggregations: Aggregations, counted: Counted): Answer {
  const answer: Answer = {};
  for (const [name, aggregation] of aggregations) answer[name] = aggregation.run(counted);
  return answer;
}
