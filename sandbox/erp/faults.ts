/** Faults a test injects: the next matching calls answer otherwise, late, or not at all (contract/erp.md 21). */
import { z } from 'zod';

export const FaultInput = z.object({
  match: z.object({ method: z.string().optional(), path: z.string() }),
  status: z.number().int().optional(),
  /** Text goes as it is (HTML), anything else as JSON. */
  body: z.unknown().optional(),
  /** With `status`: beside those of the body, or instead of them. */
  headers: z.record(z.string(), z.string()).optional(),
  delay_ms: z.number().min(0).optional(),
  /** `before`: nothing is done; `after`: the work is done and the answer lost. */
  drop: z.enum(['before', 'after']).optional(),
  /** With `status`: the work is done all the same, as behind a proxy that gave up. */
  applied: z.boolean().optional(),
  times: z.number().int().min(1).optional(),
});
export type FaultInput = z.infer<typeof FaultInput>;

interface Fault extends FaultInput {
  left: number;
  pattern: RegExp;
}

/** `*` stands for any text; a leading slash does not matter. */
function pathPattern(path: string): RegExp {
  const source = path
    .replace(/^\//, '')
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`);
}

export class Faults {
  private queue: Fault[] = [];

  add(input: FaultInput): void {
    const pattern = pathPattern(input.match.path);
    this.queue.push({ ...input, left: input.times ?? 1, pattern });
  }

  clear(): void {
    this.queue = [];
  }

  /** The fault for this call, used up by one; path without leading slash and query. */
  take(method: string, path: string): FaultInput | null {
    const found = this.queue.find(
      ({ match, pattern }) =>
        (match.method === undefined || match.method.toUpperCase() === method) && pattern.test(path),
    );
    if (!found) return null;
    found.left -= 1;
    if (found.left === 0) this.queue = this.queue.filter((fault) => fault !== found);
    return found;
  }
}
