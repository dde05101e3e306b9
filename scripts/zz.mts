import { startLineWorld } from '../tests/load/line-proof';
const line = { downKbit: 4_000, upKbit: 2_000, delayMs: 10, stall: { chance: 0, minMs: 50, maxMs: 150 }, resetChance: 0 };
const world = await startLineWorld({ seed: 'small' });
const t = Date.now();
const r = await Promise.all([world.run(1, { script: true, link: line, paceMs: 0 } as never), world.run(11, { script: false, link: line, paceMs: 0 } as never)]);
console.log(Date.now() - t, JSON.stringify(r, null, 1).slice(0, 3000));
await world.stop();
process.exit(0);
