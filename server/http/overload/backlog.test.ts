import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog';

/**
 * Feeds the backlog with `count` samples of a tenth of a second, in each of which `answered` requests arrive and are
 * answered.
 */
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

describe('Backlog: estimated wait of a request', () => {
  it('P-59 waitMs is the requests in flight divided by the rate of a busy process, and is updated at each request', () => {
    const backlog = withUnderWay(60);
    looks(backlog, 30, 30);
    expect(backlog.waitMs).toBeCloseTo(200);
    backlog.begin();
    expect(backlog.waitMs).toBeGreaterThan(200);
    for (let one = 0; one < 61; one += 1) backlog.end();
    expect(backlog.waitMs).toBe(0);
  });

  it('P-59 waitMs is zero while the process has spare time and requests wait for an upstream', () => {
    const backlog = withUnderWay(200);
    looks(backlog, 30, 1, false);
    expect(backlog.waitMs).toBe(0);
  });

  it('P-59 waitMs is known at the first busy sample and ignores earlier samples', () => {
    const backlog = withUnderWay(60);
    looks(backlog, 30, 1, false);
    looks(backlog, 1, 30);
    expect(backlog.waitMs).toBeCloseTo(200);
  });

  it('P-59 waitMs is long but finite when nothing is answered', () => {
    const backlog = withUnderWay(20);
    looks(backlog, 5, 0);
    expect(backlog.waitMs).toBeCloseTo(2_000);
  });
});
