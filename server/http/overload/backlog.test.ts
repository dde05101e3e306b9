import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog';

/** Looks of a tenth of a second each, with so many answers in it; as many come as are answered. */
function looks(backlog: Backlog, count: number, answered: number, isBusy = true): void {
  for (let look = 0; look < count; look += 1) {
    for (let one = 0; one < answered; one += 1) {
      backlog.begin();
      backlog.end();
    }
    backlog.look(isBusy, 100);
  }
}
const withUnderWay = (count: number): Backlog => {
  const backlog = new Backlog();
  for (let one = 0; one < count; one += 1) backlog.begin();
  return backlog;
};

describe('how long a request would wait', () => {
  it('P-59 is what is under way at the rate of a busy process, and follows each request', () => {
    const backlog = withUnderWay(60);
    looks(backlog, 30, 30);
    expect(backlog.waitMs).toBeCloseTo(200);
    backlog.begin();
    expect(backlog.waitMs).toBeGreaterThan(200);
    for (let one = 0; one < 61; one += 1) backlog.end();
    expect(backlog.waitMs).toBe(0);
  });

  it('P-59 is nothing while the process has time: what is under way waits for an upstream', () => {
    const backlog = withUnderWay(200);
    looks(backlog, 30, 1, false);
    expect(backlog.waitMs).toBe(0);
  });

  it('P-59 is known at the first busy look, and what was before that does not count', () => {
    const backlog = withUnderWay(60);
    looks(backlog, 30, 1, false);
    looks(backlog, 1, 30);
    expect(backlog.waitMs).toBeCloseTo(200);
  });

  it('P-59 is long, not endless, where nothing at all is answered', () => {
    const backlog = withUnderWay(20);
    looks(backlog, 5, 0);
    expect(backlog.waitMs).toBeCloseTo(2_000);
  });
});
