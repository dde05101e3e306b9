/** Input and output of an aggregation. */
import type { Scope } from '../store/scope';

/** The counted set: documents (or nested entries) of one scope, in ascending order. */
interface Counted {
  scope: Scope;
  docs: Int32Array;
  /** The scope of the root documents, for `reverse_nested`. */
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
