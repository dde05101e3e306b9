import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLane, SEGMENT_BYTES, type Link } from '../../sandbox/faults/lane';
import { seededRandom } from '../../sandbox/faults/random';
import { LOSSY_LINE, SLOW_LINE } from '../../sandbox/faults/tcp-proxy';

const laneOf = (seed: string) => createLane(seededRandom(seed));

/** Positions of stalls and of the reset in a stream, split into these portions. */
function accidents(seed: string, link: Link, portions: number[]) {
  const lane = laneOf(seed);
  const met: string[] = [];
  let offset = 0;
  for (const portion of portions) {
    for (const piece of lane.plan(0, portion, link, link.downKbit)) {
      const segment = Math.floor((offset + piece.start) / SEGMENT_BYTES);
      if (piece.stalled) met.push(`stall ${segment}`);
      if (piece.reset) return [...met, `reset ${segment}`];
    }
    offset += portion;
  }
  return met;
}

describe('the simulated bad connection', () => {
  test('P-77 14 kB on a simulated line of 50 kbit/s arrive after 2.24 s, plus 0.4 s for half a round trip', () => {
    const pieces = laneOf('a').plan(0, 14_000, SLOW_LINE, SLOW_LINE.downKbit);
    expect(pieces.at(-1)?.at).toBeCloseTo(2240 + 400, 6);
    expect(pieces[0]?.at).toBeCloseTo(240 + 400, 6);
  });

  test('P-77 on a simulated line a second response waits for the first, and an idle line accumulates no bandwidth', () => {
    const lane = laneOf('a');
    lane.plan(0, 6250, {}, 50);
    expect(lane.plan(100, 625, {}, 50)[0]?.at).toBeCloseTo(1100, 6);
    expect(lane.plan(60_000, 625, {}, 50)[0]?.at).toBeCloseTo(60_100, 6);
  });

  test('P-77 a token bucket passes a burst at once, and then limits the rate', () => {
    const lane = laneOf('a');
    const link = { burstBytes: 3000 };
    lane.plan(0, 1, link, 8);
    const [first, second, third] = lane.plan(10_000, 4499, link, 8);
    expect(first?.at).toBe(10_000);
    expect(second?.at).toBeLessThanOrEqual(10_001);
    expect(third?.at).toBeCloseTo(11_499, 6);
  });

  test('P-84 the simulated line delivers bytes in order, even if the connection improves in between', () => {
    const lane = laneOf('a');
    const late = lane.plan(0, 1500, { delayMs: 900 }, 20).at(-1)?.at ?? 0;
    expect(lane.plan(1, 10, {}, undefined)[0]?.at).toBeGreaterThanOrEqual(late);
  });

  test('P-84 the same seed and stream have the same faults, however the stream is split', () => {
    const portions = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 });
    const link = { ...LOSSY_LINE, resetChance: 0.05, stall: { chance: 0.2, minMs: 1, maxMs: 2 } };
    fc.assert(
      fc.property(fc.string(), portions, (seed, cuts) => {
        const whole = cuts.reduce((sum, cut) => sum + cut, 0);
        expect(accidents(seed, link, cuts)).toEqual(accidents(seed, link, [whole]));
      }),
    );
  });

  test('P-84 the simulated line keeps its probabilities over many segments: 2 % stalls of 1 to 4 s, 1 % resets', () => {
    let segments = 0;
    let stalls = 0;
    let resets = 0;
    for (let run = 0; run < 2000; run += 1) {
      const link = { ...LOSSY_LINE, downKbit: 1_000_000 };
      const pieces = laneOf(`run ${run}`).plan(0, 30_000, link, link.downKbit);
      segments += pieces.length;
      stalls += pieces.filter(({ stalled }) => stalled).length;
      resets += pieces.filter(({ reset }) => reset).length;
    }
    expect(stalls / segments).toBeGreaterThan(0.017);
    expect(stalls / segments).toBeLessThan(0.023);
    expect(resets / segments).toBeGreaterThan(0.008);
    expect(resets / segments).toBeLessThan(0.012);
  });

  test('P-84 a simulated fault stays at its byte position when another rule changes', () => {
    const stall = { chance: 0.3, minMs: 1, maxMs: 1 };
    const quiet = accidents('x', { stall }, [60_000]);
    const rough = accidents('x', { stall, resetChance: 0.02 }, [60_000]);
    const shared = rough.filter((accident) => accident.startsWith('stall'));
    expect(quiet.slice(0, shared.length)).toEqual(shared);
  });
});
