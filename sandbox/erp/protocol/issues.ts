/** Converts zod's issues to the entries of a 422 in the wording of the real server (contract/erp.md 3.3). */
import { z } from 'zod';
import type { Issue } from './exchange';

export interface Report {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

export const MISSING: Report = { type: 'missing', msg: 'Field required' };

const Params = z.object({
  type: z.string(),
  msg: z.string(),
  ctx: z.record(z.string(), z.unknown()).optional(),
});

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, key);
  }
  return value === undefined ? null : value;
}

function isAbsent(root: unknown, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1);
  if (key === undefined) return root === undefined;
  const parent = valueAt(root, path.slice(0, -1));
  return typeof parent === 'object' && parent !== null && !Reflect.has(parent, key);
}

function located(where: string, path: readonly PropertyKey[]): (string | number)[] {
  return [where, ...path.map((key) => (typeof key === 'number' ? key : String(key)))];
}

/** The entries of `detail` for one zod issue. */
export function toIssues(issue: z.core.$ZodIssue, where: string, root: unknown): Issue[] {
  const loc = located(where, issue.path);
  const input = valueAt(root, issue.path);
  if (issue.code === 'custom') {
    const params = Params.parse(issue.params);
    const absent = params.type === 'missing';
    const shown = absent && where === 'body' ? valueAt(root, issue.path.slice(0, -1)) : input;
    const entry: Issue = { type: params.type, loc, msg: params.msg, input: shown };
    return [params.ctx ? { ...entry, ctx: params.ctx } : entry];
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      type: 'extra_forbidden',
      loc: [...loc, key],
      msg: 'Extra inputs are not permitted',
      input: valueAt(root, [...issue.path, key]),
    }));
  if (isAbsent(root, issue.path)) {
    const parent = root === undefined ? null : valueAt(root, issue.path.slice(0, -1));
    return [{ ...MISSING, loc, input: parent }];
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : 'object';
  const list = expected === 'array';
  return [
    {
      type: list ? 'list_type' : expected === 'record' ? 'dict_type' : 'model_attributes_type',
      loc,
      msg: list
        ? 'Input should be a valid list'
        : 'Input should be a valid dictionary or object to extract fields from',
      input,
    },
  ];
}
