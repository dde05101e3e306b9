import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../../../server/context';
import { loadOptionalBlock, partPatienceMs, loadRequiredBlock } from './optional';

const lines: unknown[] = [];
const note = (line: unknown): void => void lines.push(line);
const parts: unknown = { log: { warn: note, error: note } };
const page = { context: parts as AppContext };

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => undefined);
const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms));

describe('an optional block of a page', () => {
  it('DEG-01 an optional block is reported as unavailable when its deadline passes', async () => {
    const waiting = loadOptionalBlock(page, 'chart', never);
    let settled = false;
    void waiting.then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(partPatienceMs - 1);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(waiting).resolves.toEqual({ ok: false });
    expect(lines).toMatchObject([{ event: 'block.unavailable', block: 'chart' }]);
  });

  it('DEG-01 an optional block that loads in time is returned, and leaves no timer behind', async () => {
    const waiting = loadOptionalBlock(page, 'chart', () => after(100, 'drawn'));
    await vi.advanceTimersByTimeAsync(100);
    await expect(waiting).resolves.toEqual({ ok: true, value: 'drawn' });
    expect(vi.getTimerCount()).toBe(0);
    expect(lines).toEqual([]);
  });

  it('DEG-01 an error in an optional block, thrown at once or later, affects this block only', async () => {
    const thrown = () => {
      throw new Error('at once');
    };
    await expect(loadOptionalBlock(page, 'a', thrown)).resolves.toEqual({ ok: false });
    await expect(
      loadOptionalBlock(page, 'b', () => Promise.reject(new Error('later'))),
    ).resolves.toEqual({
      ok: false,
    });
    expect(lines).toHaveLength(2);
  });

  it('AUTH-05 an optional block rethrows an ended session, so that the page redirects to sign-in', async () => {
    const ended = Object.assign(new Error('signed out'), { kind: 'session-ended' });
    await expect(loadOptionalBlock(page, 'chart', () => Promise.reject(ended))).rejects.toBe(ended);
  });

  it('DEG-01 the subject of a page may take longer than an optional block', async () => {
    const waiting = loadRequiredBlock(page, 'list', () => after(5 * partPatienceMs, 'rows'));
    await vi.advanceTimersByTimeAsync(5 * partPatienceMs);
    await expect(waiting).resolves.toEqual({ ok: true, value: 'rows' });
  });
});
