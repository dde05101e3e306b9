import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { standInPorts } from '../../scripts/stand-in-ports';

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

it('OPS-01 a demo beside another one takes free ports for its stand-ins', async () => {
  const port = await freePort();
  // The port of the first stand-in of this shop, which another demo holds.
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  expect(await standInPorts(port - 1101)).toBe('free');
  taken.close();
  await once(taken, 'close');
});

it('OPS-01 a demo keeps the ports of its stand-ins from one start to the next', async () => {
  expect(await standInPorts(21_000)).toEqual({
    erp: 22_101,
    search: 22_102,
    identity: 22_103,
    media: 22_104,
  });
  expect(await standInPorts(65_000)).toBe('free');
});
