/**
 * Faults that a test injects: the next matching calls get another response, a delayed one, or none (contract/erp.md
 * 21).
 */
import { z } from 'zod';

export const FaultInput = z.object({
  match: z.object({ method: z.string().optional(), path: z.string() }),
  status: z.number().int().optional(),
  /** A string is sent unchanged (HTML), anything else as JSON. */
  body: z.unknown().optional(),
  /** Headers of a response with `status`, in addition to those of the body or replacing them. */
  headers: z.record(z.string(), z.string()).optional(),
  delay_ms: z.number().min(0).optional(),
  /**
   * `before`: the connection closes before the work; `after`: it closes after the work, so that the response is lost.
   */
  drop: z.enum(['before', 'after']).optional(),
  /** With `status`: the work is done nevertheless, as behind a proxy that timed out. */
  applied: z.boolean().optional(),
  times: z.number().int().min(1).optional(),
});
export type FaultInput = z.infer<typeof FaultInput>;

interface Fault extends FaultInput {
  left: number;
  pattern: RegExp;
}

/** `*` matches any text; a leading slash is ignored. */
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

  /** Returns the fault for this call and counts down its `times`; `path` has no leading slash and no query. */
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
